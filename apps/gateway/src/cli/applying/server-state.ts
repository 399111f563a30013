/** Reads and changes the state of a running server. */
import { dataOf, type WeirClient } from '@weir/client';
import { UI_LISTS, type GraphState, type UiListName, type WantedState } from './graph-state.js';
import { asJson, type Json } from './settings-difference.js';
import { standingState } from './wanted-state.js';

const UI_PATHS = {
  nodeAppearances: '/api/v1/query-ui/node-appearances',
  quickQueries: '/api/v1/query-ui/quick-queries',
  sampleQueries: '/api/v1/query-ui/sample-queries',
} as const;

/** Lists that version 1 of the API does not have. */
const NEWER_UI_PATHS = {
  edgeAppearances: '/api/v2/queryUi/edgeAppearances',
  layouts: '/api/v2/queryUi/layouts',
} as const;

/** Sends requests for the parts of a recipe, in the form that its version has. */
export class RecipeServer {
  constructor(
    private readonly client: WeirClient,
    private readonly version: 1 | 2,
  ) {}

  async state(): Promise<GraphState> {
    const [ingests, standing, ...lists] = await Promise.all([
      this.client.ingests.list(),
      this.version === 1
        ? dataOf(this.client.api.v1.GET('/api/v1/query/standing'))
        : this.client.standingQueries.list(),
      ...UI_LISTS.map(name => this.uiList(name)),
    ]);
    return {
      ingests: new Map(ingests.map(({ name, settings }) => [name, { shown: asJson(settings) }])),
      standing: new Map(standing.map(query => [query.name, standingState(query)])),
      ui: Object.fromEntries(UI_LISTS.map((name, i) => [name, lists[i]!])) as GraphState['ui'],
    };
  }

  async createIngest(body: object): Promise<void> {
    await this.client.ingests.create(body as Parameters<WeirClient['ingests']['create']>[0]);
  }

  async removeIngest(name: string): Promise<void> {
    await this.client.ingests.remove(name);
  }

  async createStanding(name: string, body: object): Promise<void> {
    const { standingQueries } = this.client;
    if (this.version === 2) {
      const definition = body as Parameters<typeof standingQueries.create>[0];
      await standingQueries.create(definition, { propagateTo: 'NONE' });
      return;
    }
    const init = { params: { path: { name } }, body: body as never };
    await dataOf(this.client.api.v1.POST('/api/v1/query/standing/{name}', init));
  }

  async removeStanding(name: string): Promise<void> {
    await this.client.standingQueries.remove(name);
  }

  /** Changes the pattern in place: outputs receive the difference of the results. */
  async replacePattern(name: string, pattern: object): Promise<void> {
    const { standingQueries } = this.client;
    if (this.version === 2) {
      await standingQueries.replace(name, { pattern } as Parameters<typeof standingQueries.replace>[1]);
      return;
    }
    const init = { params: { path: { name } }, body: { pattern } as never };
    await dataOf(this.client.api.v1.PUT('/api/v1/query/standing/{name}', init));
  }

  async createOutput(standingQuery: string, output: string, body: object): Promise<void> {
    const { outputs } = this.client.standingQueries;
    if (this.version === 2) {
      await outputs.create(standingQuery, body as Parameters<typeof outputs.create>[1]);
      return;
    }
    const init = { params: { path: { name: standingQuery, output } }, body: body as never };
    await dataOf(this.client.api.v1.POST('/api/v1/query/standing/{name}/output/{output}', init));
  }

  async removeOutput(standingQuery: string, output: string): Promise<void> {
    if (this.version === 2) {
      await this.client.standingQueries.outputs.remove(standingQuery, output);
      return;
    }
    const init = { params: { path: { name: standingQuery, output } } };
    await dataOf(this.client.api.v1.DELETE('/api/v1/query/standing/{name}/output/{output}', init));
  }

  /** Evaluates new standing queries on existing nodes. */
  propagate(): Promise<void> {
    return this.client.standingQueries.propagate({ includeSleeping: true });
  }

  async replaceUiList(name: UiListName, items: WantedState['ui'][UiListName]): Promise<void> {
    const body = items as never;
    await (isNewer(name)
      ? dataOf(this.client.api.v2.PUT(NEWER_UI_PATHS[name], { body }))
      : dataOf(this.client.api.v1.PUT(UI_PATHS[name], { body })));
  }

  private async uiList(name: UiListName): Promise<Json> {
    const items = isNewer(name)
      ? await dataOf(this.client.api.v2.GET(NEWER_UI_PATHS[name]))
      : await dataOf(this.client.api.v1.GET(UI_PATHS[name]));
    return asJson(items);
  }
}

function isNewer(name: UiListName): name is keyof typeof NEWER_UI_PATHS {
  return Object.hasOwn(NEWER_UI_PATHS, name);
}
