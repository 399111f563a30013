/** Collapses selected nodes into a bubble, and opens it again. */
import { useState } from 'preact/hooks';
import { Group, Ungroup } from 'lucide-preact';
import { clustersWithin, nodesOf, outermost } from '../../graph/clusters.js';
import type { Cluster } from '../../graph/elements.js';
import { text } from '../../texts/en.js';
import { canvas } from '../../session/session.js';

/** Clusters that are drawn. */
function selectedClusters(): Cluster[] {
  const { clusters } = canvas.scene;
  const drawn = new Set(outermost(clusters));
  return clustersWithin(canvas.selected.value, clusters).filter(each => drawn.has(each));
}

/** The bubble that is the whole selection. */
function selectedAlone(): Cluster | undefined {
  const { clusters } = canvas.scene;
  const { size } = canvas.selected.value;
  return selectedClusters().find(each => nodesOf(each, clusters).length === size);
}

/** Opens the bubble if it is selected alone; otherwise collapses the selection. */
export function collapseOrOpen(): void {
  const alone = selectedAlone();
  if (alone === undefined) canvas.scene.collapse(canvas.selected.value, text.clusters.unnamed);
  else canvas.scene.expand(alone.id);
}

/** Label of the action of `collapseOrOpen`. */
export function clusterAction(): string {
  const alone = selectedAlone();
  return alone === undefined ? text.clusters.collapse : text.clusters.open(alone.name);
}

export function ClusterTools() {
  void canvas.version.value;
  const [name, setName] = useState('');
  const clusters = selectedClusters();
  return (
    <section>
      <h3>{text.clusters.title}</h3>
      <div class="actions start">
        {clusters.map(cluster => (
          <button key={cluster.id} onClick={() => canvas.scene.expand(cluster.id)}>
            <Ungroup size={14} /> {text.clusters.open(cluster.name)}
          </button>
        ))}
      </div>
      {selectedAlone() === undefined && (
        <form
          class="inline-form"
          onSubmit={event => {
            event.preventDefault();
            canvas.scene.collapse(canvas.selected.value, name.trim() || text.clusters.unnamed);
            setName('');
          }}
        >
          <input
            value={name}
            aria-label={text.clusters.name}
            placeholder={text.clusters.name}
            onInput={event => setName(event.currentTarget.value)}
          />
          <button>
            <Group size={14} /> {text.clusters.collapse}
          </button>
        </form>
      )}
    </section>
  );
}
