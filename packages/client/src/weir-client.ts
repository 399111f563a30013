/** Client of a running Weir server, for Node and browsers. */
import { type ClientEnvironment, systemEnvironment } from './client-environment.js';
import { type QueryOptions, QueryRows, type QueryRow } from './query-rows.js';
import { type RawApi, rawApi } from './raw-api.js';
import { Ingests } from './resources/ingests.js';
import { Recipes } from './resources/recipes.js';
import { StandingQueries } from './resources/standing-queries.js';
import { ResultStream, type ResultsOptions } from './results/result-stream.js';
import { Service, type ServiceOptions } from './service.js';

export class WeirClient {
  readonly standingQueries: StandingQueries;
  readonly ingests: Ingests;
  readonly recipes: Recipes;
  /** Every path of the REST API, for operations that the members above do not cover. */
  readonly api: RawApi;
  private readonly service: Service;

  constructor(options: ServiceOptions, environment: ClientEnvironment = systemEnvironment) {
    this.service = new Service(options, environment);
    this.api = rawApi(this.service);
    this.standingQueries = new StandingQueries(this.api);
    this.ingests = new Ingests(this.api);
    this.recipes = new Recipes(this.api);
  }

  /**
   * Runs Cypher. Rows are delivered as they are found; nothing is sent before the first row is requested. Whole numbers
   * beyond 2^53 are bigints, in parameters too. Null fields of maps are left out.
   */
  query<R = QueryRow>(
    text: string,
    parameters: Readonly<Record<string, unknown>> = {},
    options: QueryOptions = {},
  ): QueryRows<R> {
    return new QueryRows<R>(this.service, { ...options, text, parameters });
  }

  /** The results of a standing query, from now on or resuming where an earlier stream ended. */
  results<D = Record<string, unknown>>(name: string, options: ResultsOptions = {}): ResultStream<D> {
    return new ResultStream<D>(this.service, name, options);
  }
}
