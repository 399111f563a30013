/** Memory, awake nodes and their limits, durations, and counters of failures. */
import { useState } from 'preact/hooks';
import { TriangleAlert } from 'lucide-preact';
import { request } from '../api/http.js';
import type { Metrics } from '../api/types.js';
import { usePolled } from '../parts/polled.js';
import { hrefOf } from '../shell/router.js';
import { note, showError } from '../shell/toasts.js';
import { format, text } from '../texts/en.js';
import { metricTexts } from '../texts/metrics.js';
import { Distributions } from './distributions-card.js';
import { distributionsOf } from './distributions.js';
import { labelOf, metricGroups, type MetricGroup, type ShownMetric } from './metric-groups.js';

const MILLIS = 2000;
const LIMITS = 'api/v2/system/shardSizeLimits';
const MEGABYTE = 1024 * 1024;
/** Counters that stay 0 in normal operation. */
const RARE = /unlikely|\.dropped|\.failed$|expression-failures|slept-failure|wake-up-error|\.write-failures$/;

const BYTES = /^(?:memory|buffers)\..*\.(?:capacity|committed|init|max|used)$/;

type ShardLimits = Readonly<
  Record<string, { readonly softLimit: number; readonly hardLimit: number } | null>
>;

export function MetricsPage() {
  const { value: metrics } = usePolled<Metrics>('api/v2/system/metrics', MILLIS);
  const limits = usePolled<ShardLimits>(LIMITS, MILLIS * 5);
  const [filter, setFilter] = useState('');
  if (metrics === undefined) return <p class="loading soft">{text.loading}</p>;
  const gauge = (name: string): number | undefined =>
    metrics.gauges.find(each => each.name === name)?.value ?? undefined;
  const rare = metrics.counters.filter(({ name, count }) => count > 0 && RARE.test(name));
  const { distributions, others } = distributionsOf(metrics.counters);
  const isWanted = ({ name, label = '' }: ShownMetric): boolean =>
    `${name} ${label}`.toLowerCase().includes(filter.trim().toLowerCase());
  return (
    <div class="page">
      <header class="page-head">
        <h1>{metricTexts.title}</h1>
        <a href={hrefOf('cluster')}>{text.pages.cluster}</a>
      </header>
      {rare.length > 0 && (
        <div class="notice warn" role="status">
          <TriangleAlert size={18} />
          <div>
            <strong>{metricTexts.rare}</strong>
            {rare.map(({ name, count }) => (
              <div key={name} class="small">
                {metricTexts.rareEvent(labelOf(name), name, count)}
              </div>
            ))}
          </div>
        </div>
      )}
      <section class="card">
        <h2>{metricTexts.memory}</h2>
        {['heap', 'total'].map(kind => {
          const [used, most] = [gauge(`memory.${kind}.used`), gauge(`memory.${kind}.max`)];
          return used === undefined ? null : (
            <Bar
              key={kind}
              name={kind}
              value={used}
              most={most ?? used}
              said={`${format.number(used / MEGABYTE)} / ${format.number((most ?? used) / MEGABYTE)} MB`}
            />
          );
        })}
      </section>
      <section class="card">
        <h2>{metricTexts.shards}</h2>
        {Object.entries(limits.value ?? {}).map(([shard, limit]) => {
          const awake = gauge(`weir.shard.shard-${shard}.awake-nodes`) ?? 0;
          return (
            <Bar
              key={shard}
              name={metricTexts.shard(shard)}
              value={awake}
              most={limit?.hardLimit ?? awake}
              mark={limit?.softLimit}
              said={metricTexts.awake(awake, limit?.softLimit, limit?.hardLimit)}
            />
          );
        })}
        {limits.value !== undefined && <Limits limits={limits.value} onDone={limits.refresh} />}
      </section>
      {metrics.timers.length > 0 && (
        <section class="card">
          <h2>{metricTexts.timers}</h2>
          <div class="table-wrap all" tabIndex={0} role="region" aria-label={metricTexts.timers}>
            <table class="metric-table">
              <thead>
                <tr>
                  <th>{metricTexts.name}</th>
                  <th class="number">{metricTexts.median}</th>
                  <th class="number">{metricTexts.p99}</th>
                  <th class="number">{metricTexts.max}</th>
                </tr>
              </thead>
              <tbody>
                {metrics.timers
                  .filter(({ max }) => (max ?? 0) > 0)
                  .map(({ name, ...timer }) => (
                    <tr key={name}>
                      <MetricName name={name} label={labelOf(name)} />
                      {['median', '99', 'max'].map(figure => (
                        <td key={figure} class="number">
                          {format.fine((timer as Readonly<Record<string, number>>)[figure] ?? 0)}
                        </td>
                      ))}
                    </tr>
                  ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
      {distributions.length > 0 && <Distributions of={distributions} />}
      <section class="card">
        <div class="card-head">
          <h2>{metricTexts.counters}</h2>
          <span>
            <input
              type="search"
              placeholder={metricTexts.filter}
              aria-label={metricTexts.filter}
              value={filter}
              onInput={event => setFilter(event.currentTarget.value)}
            />
          </span>
        </div>
        <div class="table-wrap" tabIndex={0} role="region" aria-label={metricTexts.counters}>
          <table class="metric-table">
            {metricGroups(others, metrics.gauges).map(group => (
              <Group key={group.title} group={group} isWanted={isWanted} />
            ))}
          </table>
        </div>
      </section>
    </div>
  );
}

function Group(props: { readonly group: MetricGroup; readonly isWanted: (metric: ShownMetric) => boolean }) {
  const metrics = props.group.metrics.filter(props.isWanted);
  if (metrics.length === 0) return null;
  return (
    <tbody>
      <tr>
        <th colSpan={2} scope="rowgroup">
          {props.group.title}
        </th>
      </tr>
      {metrics.map(({ name, label, value }) => (
        <tr key={name}>
          <MetricName name={name} label={label} />
          <td class="number">{figureOf(name, value)}</td>
        </tr>
      ))}
    </tbody>
  );
}

function MetricName({ name, label }: { readonly name: string; readonly label: string | undefined }) {
  return (
    <td class={label === undefined ? 'mono' : ''} title={name}>
      {label ?? name}
    </td>
  );
}

/** Formats bytes as such and fractions without rounding to 0; a negative value means unknown. */
function figureOf(name: string, value: number | null): string {
  if (value === null || value < 0) return '–';
  if (BYTES.test(name)) return format.bytes(value);
  return Number.isInteger(value) ? format.number(value) : format.fine(value);
}

function Bar(props: {
  readonly name: string;
  readonly value: number;
  readonly most: number;
  readonly mark?: number | undefined;
  readonly said: string;
}) {
  const part = props.most > 0 ? Math.min(100, (100 * props.value) / props.most) : 0;
  return (
    <div class="metric-bar">
      <span>{props.name}</span>
      <div
        class="bar"
        role="meter"
        aria-label={props.name}
        aria-valuenow={props.value}
        aria-valuemin={0}
        aria-valuemax={props.most}
        aria-valuetext={props.said}
      >
        <i style={{ width: `${part}%` }} />
        {props.mark !== undefined && props.most > 0 && (
          <b style={{ left: `${Math.min(100, (100 * props.mark) / props.most)}%` }} />
        )}
      </div>
      <span class="small soft">{props.said}</span>
    </div>
  );
}

function Limits({ limits, onDone }: { readonly limits: ShardLimits; readonly onDone: () => void }) {
  const first = Object.values(limits).find(each => each !== null);
  const [soft, setSoft] = useState(first?.softLimit ?? 0);
  const [hard, setHard] = useState(first?.hardLimit ?? 0);
  const apply = async (): Promise<void> => {
    const limit = { softLimit: soft, hardLimit: hard };
    try {
      await request('PATCH', LIMITS, Object.fromEntries(Object.keys(limits).map(shard => [shard, limit])));
      note(metricTexts.applied);
      onDone();
    } catch (error) {
      showError(error);
    }
  };
  return (
    <form
      class="limits"
      onSubmit={event => {
        event.preventDefault();
        void apply();
      }}
    >
      <label class="field">
        <span>{metricTexts.soft}</span>
        <input
          type="number"
          min={1}
          value={soft}
          onInput={event => setSoft(event.currentTarget.valueAsNumber)}
        />
      </label>
      <label class="field">
        <span>{metricTexts.hard}</span>
        <input
          type="number"
          min={1}
          value={hard}
          onInput={event => setHard(event.currentTarget.valueAsNumber)}
        />
      </label>
      <button class="primary">{metricTexts.apply}</button>
    </form>
  );
}
