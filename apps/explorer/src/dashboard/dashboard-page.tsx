/** Incoming records, queues, and outgoing results. */
import { useRef, useState } from 'preact/hooks';
import { ArrowRight, Waves } from 'lucide-preact';
import type { Backpressure, IngestStream, Metrics } from '../api/types.js';
import { live } from '../session/session.js';
import { Dialog } from '../shell/dialogs.js';
import { visible } from '../graph/visible-text.js';
import { MatchStory } from '../live/match-story.js';
import { MatchTime } from '../live/match-time.js';
import { wordsOf } from '../schema/words.js';
import { StoryLine } from '../live/story-line.js';
import { Empty } from '../parts/empty.js';
import { PageLink } from '../parts/page-link.js';
import { usePolled } from '../parts/polled.js';
import { RateLines } from '../parts/rate-lines.js';
import type { LiveMatch } from '../session/live/live-matches.js';
import { hrefOf } from '../shell/router.js';
import { backpressure, isLost, series, shownRate, totalRate } from '../streams/figures.js';
import { stateOfStream } from '../streams/stream-state.js';
import { format, text } from '../texts/en.js';
import { dashboardTexts } from '../texts/dashboard.js';

const MILLIS = 2000;

export function DashboardPage() {
  const { value: metrics } = usePolled<Metrics>('api/v2/system/metrics', MILLIS);
  const { value: streams } = usePolled<{ items: IngestStream[] }>('api/v2/graph/quine/ingests', MILLIS);
  const host = backpressure.value;
  const ingests = host?.ingests ?? [];
  const queries = host?.standingQueries ?? [];
  const awake = metrics?.gauges.filter(({ name }) => name.endsWith('.awake-nodes'));
  const nodes = awake === undefined ? undefined : sum(awake.map(({ value }) => value ?? 0));
  const failures = failuresIn(metrics);
  const writesFail = useWriteFailures(metrics);
  const troubles = troublesIn(streams?.items ?? []);
  const rate = totalRate();
  const rejected = sum((streams?.items ?? []).map(({ stats }) => stats.rejectedCount));
  return (
    <div class="page">
      <header class="page-head">
        <h1>{dashboardTexts.title}</h1>
        <Health host={host} rate={rate ?? 0} />
        {writesFail && (
          <a class="pill bad" href={hrefOf('metrics')}>
            {dashboardTexts.failingWrites}
          </a>
        )}
        <Troubles host={host} failures={failures} troubled={troubles.size} />
      </header>
      <div class="tiles">
        <Tile
          name={dashboardTexts.records}
          value={format.number(sum(ingests.map(({ totalCount }) => totalCount)) - rejected)}
          detail={rejected > 0 ? dashboardTexts.rejected(rejected) : undefined}
        />
        <Tile name={dashboardTexts.perSecond} value={shownRate(rate)} />
        <Tile
          name={dashboardTexts.matches}
          value={format.number(sum(queries.map(({ queue }) => queue.totalProduced)))}
        />
        <Tile name={dashboardTexts.nodes} value={nodes === undefined ? '–' : format.number(nodes)} />
      </div>
      <section class="card">
        <h2>{dashboardTexts.flow}</h2>
        {host === undefined || ingests.length + queries.length === 0 ? (
          <Empty icon={Waves}>
            {dashboardTexts.noFlow}
            <span class="ways">
              <PageLink page="recipes">{text.canvas.startRecipe}</PageLink>
              <PageLink page="streams">{text.canvas.createStream}</PageLink>
            </span>
          </Empty>
        ) : (
          <Flow host={host} failures={failures} troubles={troubles} />
        )}
      </section>
      <div class="columns">
        <section class="card">
          <h2>{dashboardTexts.rates}</h2>
          <RateLines
            label={dashboardTexts.rates}
            height={270}
            lines={ingests.map(({ name }) => ({
              name,
              points: series.value.get(`ingest ${name}`)?.points ?? [],
            }))}
          />
        </section>
        <Feed />
      </div>
    </div>
  );
}

function Health({ host, rate }: { readonly host: Backpressure | undefined; readonly rate: number }) {
  if (isLost.value) return <span class="pill bad">{dashboardTexts.unknown}</span>;
  if (host === undefined) return <span class="pill">{text.loading}</span>;
  if (!host.globalValve.isOpen) return <span class="pill bad">{dashboardTexts.held}</span>;
  return rate > 0 ? (
    <span class="pill good">{dashboardTexts.flowing}</span>
  ) : (
    <span class="pill">{dashboardTexts.quiet}</span>
  );
}

/** Failures, shown where users look first; the streams page gives the reasons. */
function Troubles({
  host,
  failures,
  troubled,
}: {
  readonly host: Backpressure | undefined;
  readonly failures: Failures;
  readonly troubled: number;
}) {
  const ingests = host?.ingests.filter(({ status }) => RESTING[status] === 'FAILED').length ?? 0;
  const outputs = host?.standingQueries.flatMap(({ name, outputs: all }) =>
    all.filter(output => failures(name, output.name) > 0),
  );
  const lines = [
    ...(ingests > 0 ? [dashboardTexts.failedIngests(ingests)] : []),
    ...(outputs !== undefined && outputs.length > 0 ? [dashboardTexts.failedOutputs(outputs.length)] : []),
  ];
  return (
    <>
      {lines.map(line => (
        <a key={line} class="pill bad" href={hrefOf('streams')}>
          {line}
        </a>
      ))}
      {troubled > 0 && (
        <a class="pill warn" href={hrefOf('streams')}>
          {dashboardTexts.troubledIngests(troubled)}
        </a>
      )}
    </>
  );
}

/** Current problems of running streams, keyed by name. */
function troublesIn(streams: readonly IngestStream[]): ReadonlyMap<string, string> {
  return new Map(
    streams.flatMap(stream => {
      const { trouble } = stateOfStream(stream);
      return trouble === undefined ? [] : [[stream.name, trouble]];
    }),
  );
}

/** Number of results that an output of a standing query could not deliver. */
type Failures = (query: string, output: string) => number;

function failuresIn(metrics: Metrics | undefined): Failures {
  const counts = new Map(metrics?.counters.map(({ name, count }) => [name, count]));
  return (query, output) => counts.get(`weir.standing-queries.output.${query}.${output}.failed`) ?? 0;
}

/** @returns whether the count of failed writes rose since the previous refresh: shards retry each second. */
function useWriteFailures(metrics: Metrics | undefined): boolean {
  const lastSeen = useRef({ metrics, count: 0, grew: false });
  if (lastSeen.current.metrics !== metrics && metrics !== undefined) {
    const failures = metrics.counters.filter(({ name }) => name.endsWith('.write-failures'));
    const count = sum(failures.map(each => each.count));
    const { metrics: before, count: known } = lastSeen.current;
    lastSeen.current = { metrics, count, grew: before !== undefined && count > known };
  }
  return lastSeen.current.grew;
}

function Tile({
  name,
  value,
  detail,
}: {
  readonly name: string;
  readonly value: string;
  readonly detail?: string | undefined;
}) {
  return (
    <div class="tile">
      <div class="tile-name">{name}</div>
      <div class="tile-value">
        {value}
        {detail !== undefined && <span class="small soft"> {detail}</span>}
      </div>
    </div>
  );
}

/** States of an ingest stream that does not read. */
const RESTING: Readonly<Record<string, string>> = {
  FAILED: 'FAILED',
  TERMINATED: 'FAILED',
  PAUSED: 'CONSTRAINED',
  RESTORED: 'CONSTRAINED',
  COMPLETED: 'RESTING',
};

/** From left to right, the path of a record and of its results. */
function Flow({
  host,
  failures,
  troubles,
}: {
  readonly host: Backpressure;
  readonly failures: Failures;
  readonly troubles: ReadonlyMap<string, string>;
}) {
  const { globalValve, ingests, standingQueries } = host;
  return (
    <div class="flow">
      <div class="flow-column">
        <h3>{dashboardTexts.ingests}</h3>
        {ingests.map(ingest => (
          <FlowIngest key={ingest.name} ingest={ingest} trouble={troubles.get(ingest.name)} />
        ))}
      </div>
      <ArrowRight size={20} class="flow-arrow" />
      <div class="flow-column narrow">
        <h3>{dashboardTexts.gate}</h3>
        <div class={`flow-box ${globalValve.isOpen ? 'FLOWING' : 'BACKPRESSURED'}`}>
          <strong>{globalValve.isOpen ? dashboardTexts.open : dashboardTexts.closed}</strong>
          <span class="small soft">{dashboardTexts.closures(globalValve.oneMinuteClosures)}</span>
        </div>
      </div>
      <ArrowRight size={20} class="flow-arrow" />
      <div class="flow-column wide">
        <h3>
          {dashboardTexts.queues} → {dashboardTexts.outputs}
        </h3>
        {standingQueries.length === 0 && <p class="soft small">{dashboardTexts.noQueries}</p>}
        {standingQueries.map(({ name, queue, outputs }) => (
          <div key={name} class="flow-row">
            <div
              class={`flow-box ${queue.thresholdRatio >= 1 ? 'BACKPRESSURED' : queue.bufferCount > 0 ? 'CONSTRAINED' : 'FLOWING'}`}
            >
              <strong class="clip" title={name}>
                {name}
              </strong>
              <span class="small soft">
                {dashboardTexts.queue(queue.bufferCount, queue.backpressureThreshold)}
              </span>
              <div class="fill">
                <i style={{ width: `${Math.min(100, queue.thresholdRatio * 100)}%` }} />
              </div>
            </div>
            <ArrowRight size={16} class="flow-arrow" />
            <div class="flow-outputs">
              {outputs.length === 0 && <span class="small soft">{dashboardTexts.noOutputs}</span>}
              {outputs.map(output => (
                <FlowOutput key={output.name} output={output} failed={failures(name, output.name)} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

function FlowIngest({
  ingest: { name, status, rate, stages },
  trouble,
}: {
  readonly ingest: Backpressure['ingests'][number];
  readonly trouble: string | undefined;
}) {
  const { word } = stateOfStream({ status, message: trouble });
  const flows = trouble === undefined ? stateOf(Object.values(stages)) : 'CONSTRAINED';
  return (
    <div class={`flow-box ${RESTING[status] ?? flows}`}>
      <strong class="clip" title={name}>
        {name}
      </strong>
      <span class="small soft">
        {word}
        {status === 'RUNNING' && ` · ${shownRate(rate)}`}
      </span>
      {trouble !== undefined && (
        <span class="small clip" title={trouble}>
          {visible(trouble)}
        </span>
      )}
    </div>
  );
}

function FlowOutput({
  output: { name, destinations, rate },
  failed,
}: {
  readonly output: Backpressure['standingQueries'][number]['outputs'][number];
  readonly failed: number;
}) {
  const state = failed > 0 ? 'FAILED' : stateOf(destinations.map(destination => destination.state));
  return (
    <div class={`flow-box ${state}`}>
      <strong class="clip" title={name}>
        {name}
      </strong>
      <span class="small soft">
        {destinations.map(({ type }) => wordsOf(type)).join(', ')} · {shownRate(rate)}
        {state === 'BACKPRESSURED' && ` · ${dashboardTexts.waits}`}
        {failed > 0 && ` · ${dashboardTexts.failed(failed)}`}
      </span>
    </div>
  );
}

/** Returns the worst state. */
function stateOf(states: readonly string[]): string {
  return ['BACKPRESSURED', 'CONSTRAINED'].find(state => states.includes(state)) ?? 'FLOWING';
}

function Feed() {
  const [opened, setOpened] = useState<LiveMatch>();
  const [held, setHeld] = useState<readonly LiveMatch[]>();
  const matches = held ?? live.matches.value;
  const unwatched = live.standingQueries.value.filter(({ name }) => live.unwatched.value.has(name));
  return (
    <section class="card">
      <div class="card-head">
        <h2>{dashboardTexts.feed}</h2>
        <button class="quiet" onClick={() => setHeld(held === undefined ? live.matches.value : undefined)}>
          {held === undefined ? dashboardTexts.hold : dashboardTexts.resume}
        </button>
      </div>
      {unwatched.length > 0 && (
        <p class="soft small">
          {dashboardTexts.unwatched(unwatched.map(({ name }) => visible(live.nameOf(name))).join(', '))}
        </p>
      )}
      {matches.length === 0 && (
        <p class="soft">
          {live.standingQueries.value.length === 0 ? dashboardTexts.noQueries : text.live.waiting}
        </p>
      )}
      <div class="feed" role="log" aria-label={dashboardTexts.feed} tabIndex={0}>
        <ol>
          {matches.slice(0, 60).map(match => (
            <li key={match.number}>
              <button class="feed-row" onClick={() => setOpened(match)}>
                <MatchTime at={match.at} />
                <span class={match.isMatch ? 'pill good' : 'pill bad'}>
                  {match.isMatch ? text.live.match : text.live.ended}
                </span>
                <span class="small">{live.nameOf(match.standingQuery)}</span>
                <span class="mono small clip grow">
                  <StoryLine match={match} />
                </span>
              </button>
            </li>
          ))}
        </ol>
      </div>
      {opened !== undefined && (
        <Dialog title={live.nameOf(opened.standingQuery)} isWide onClose={() => setOpened(undefined)}>
          <MatchStory match={opened} />
        </Dialog>
      )}
    </section>
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
