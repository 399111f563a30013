/** Checks whether a response conforms to our own documents, which are generated from the same schemas as the routes. */
import {
  type Endpoint,
  envelopedErrorsSchema,
  V1_BASE_PATH,
  v1ErrorSchema,
  v1Endpoints,
  V2_BASE_PATH,
  v2Endpoints,
  v2EnvelopedEndpoints,
  v2ErrorSchema,
} from '@weir/api';
import type { RawAnswer } from './raw-request.js';

type Schema = NonNullable<Endpoint['responses'][number]['schema']>;

interface Documented {
  readonly endpoint: Endpoint;
  readonly path: RegExp;
  /** Schema of an error with a JSON body. */
  readonly errors: Schema;
}

function documented(endpoints: readonly Endpoint[], basePath: string, errors: Schema): Documented[] {
  return endpoints.map(endpoint => {
    const pattern = endpoint.path.replaceAll(/\{\w+\}/g, '[^/:]+');
    return { endpoint, path: new RegExp(`^${basePath}${pattern}$`), errors };
  });
}

const DOCUMENTED = [
  ...documented(v1Endpoints, V1_BASE_PATH, v1ErrorSchema),
  ...documented(v2Endpoints, V2_BASE_PATH, v2ErrorSchema),
  ...documented(v2EnvelopedEndpoints, V2_BASE_PATH, envelopedErrorsSchema),
];

/** Returns the undocumented parts of a response, one line each. For an undocumented request it returns nothing. */
export function undocumented(method: string, path: string, answer: RawAnswer): string[] {
  const asked = decodeURI(path).split('?')[0]!;
  const found = DOCUMENTED.find(
    each => each.endpoint.method === method.toLowerCase() && each.path.test(asked),
  );
  if (found === undefined) return [];
  const { endpoint, errors } = found;
  const isError = answer.status >= 400;
  // All forms report missing permissions in the same way.
  const errorSchema = answer.status === 403 ? v1ErrorSchema : errors;
  const schema = isError ? errorSchema : endpoint.responses[answer.status]?.schema;
  if (!isError && !(answer.status in endpoint.responses))
    return [`status ${answer.status} is not documented`];
  if (answer.mediaType !== 'application/json') return [];
  if (schema === undefined) return ['a body, where none is documented'];
  const checked = schema.safeParse(JSON.parse(answer.body));
  return checked.success ? [] : checked.error.issues.map(each => `${each.path.join('.')}: ${each.message}`);
}
