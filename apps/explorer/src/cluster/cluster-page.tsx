/**
 * Members that share the graph, the shards that each owns and the sources that it reads, and the time of the last
 * change.
 */
import type { ComponentChildren } from 'preact';
import type { Cluster } from '../api/types.js';
import { usePolled } from '../parts/polled.js';
import { format, text } from '../texts/en.js';
import { clusterTexts } from '../texts/cluster.js';

const MILLIS = 2000;
const said = clusterTexts;

export function ClusterPage() {
  const { value: cluster } = usePolled<Cluster>('api/v2/system/cluster', MILLIS);
  if (cluster === undefined) return <p class="loading soft">{text.loading}</p>;
  return (
    <div class="page">
      <header class="page-head">
        <h1>{said.title}</h1>
      </header>
      {cluster.isShared ? <Members cluster={cluster} /> : <p class="soft">{said.alone}</p>}
      <section class="card">
        <h2>{said.workers}</h2>
        <Table of={said.workers}>
          <thead>
            <tr>
              <th>{said.worker}</th>
              <th>{said.member}</th>
              <th>{said.shards}</th>
              <th class="number">{said.silent}</th>
              <th class="number">{said.waiting}</th>
            </tr>
          </thead>
          <tbody>
            {cluster.workers.map(({ worker, member, shards, lag }) => (
              <tr key={worker}>
                <td class="mono">{worker}</td>
                <td class="mono">{member ?? said.here}</td>
                <td class="mono">{shards.join(', ')}</td>
                <td class="number">{lag === null ? '' : format.number(lag.silentMillis)}</td>
                <td class="number">{lag === null ? '' : format.bytes(lag.waitingBytes)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </section>
      <Readers readers={cluster.readers} />
      <Moves moves={cluster.moves} />
    </div>
  );
}

function Members({ cluster: { members, epoch, order } }: { readonly cluster: Cluster }) {
  return (
    <section class="card">
      <h2>{said.members}</h2>
      <Table of={said.members}>
        <thead>
          <tr>
            <th>{said.member}</th>
            <th>{said.address}</th>
            <th>{said.state}</th>
            <th class="number">{said.lends}</th>
            <th>{said.shards}</th>
            <th class="number">{said.behind}</th>
          </tr>
        </thead>
        <tbody>
          {members.map(member => (
            <tr key={member.id}>
              <td class="mono">{member.id}</td>
              <td class="mono">{member.address}</td>
              <td>{stateOf(member)}</td>
              <td class="number">{member.lends}</td>
              <td class="mono">{member.shards.join(', ')}</td>
              <td class="number">{member.rowsBehind === null ? '' : format.number(member.rowsBehind)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p class="soft small">{said.epochs(format.number(epoch), format.number(order))}</p>
    </section>
  );
}

function stateOf({ isOwner, isLeaving, isReady }: Cluster['members'][number]): string {
  if (isLeaving) return said.leaving;
  if (isOwner) return said.owner;
  return isReady ? said.ready : said.notReady;
}

function Readers({ readers }: Pick<Cluster, 'readers'>) {
  if (readers.length === 0) return null;
  return (
    <section class="card">
      <h2>{said.readers}</h2>
      <Table of={said.readers}>
        <thead>
          <tr>
            <th>{said.stream}</th>
            <th>{said.member}</th>
            <th class="number">{said.records}</th>
            <th>{said.trouble}</th>
          </tr>
        </thead>
        <tbody>
          {readers.map(({ stream, member, records, trouble }) => (
            <tr key={JSON.stringify([stream, member])}>
              <td class="mono">{stream}</td>
              <td class="mono">{member ?? said.here}</td>
              <td class="number">{format.number(records)}</td>
              <td>{trouble}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function Moves({ moves }: Pick<Cluster, 'moves'>) {
  if (moves.length === 0) return null;
  return (
    <section class="card">
      <h2>{said.moves}</h2>
      <Table of={said.moves}>
        <thead>
          <tr>
            <th>{said.when}</th>
            <th>{said.reason}</th>
            <th class="number">{said.millis}</th>
          </tr>
        </thead>
        <tbody>
          {moves.toReversed().map(({ atTime, reason, millis }, i) => (
            <tr key={i}>
              <td class="mono">{atTime}</td>
              <td>{reason}</td>
              <td class="number">{millis === null ? said.notResumed : format.number(millis)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

/** In narrow windows the table scrolls instead of breaking words. */
function Table(props: { readonly of: string; readonly children: ComponentChildren }) {
  return (
    <div class="table-wrap all" tabIndex={0} role="region" aria-label={props.of}>
      <table class="metric-table whole">{props.children}</table>
    </div>
  );
}
