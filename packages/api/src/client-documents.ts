/**
 * The OpenAPI documents from which client types are generated. Bodies are JSON only, and all errors of an operation are
 * its `default` response, because each form of the API has a single error form. Version 2 has two forms, one document
 * each.
 */
import { type OpenApiDocument, openApiDocument } from './openapi.js';
import { V1_BASE_PATH, v1Endpoints } from './v1/endpoints.js';
import { V2_BASE_PATH, v2Endpoints } from './v2/endpoints.js';
import { v2EnvelopedEndpoints } from './v2/enveloped/endpoints.js';
import { envelopedErrorsSchema, v2ErrorSchema } from './v2/errors.js';

export function clientDocuments(): Readonly<Record<'v1' | 'v2' | 'v2-enveloped', OpenApiDocument>> {
  const shared = { version: '', description: '', servers: [] };
  return {
    v1: forClients(
      openApiDocument(v1Endpoints, { ...shared, title: 'Weir API, version 1', basePath: V1_BASE_PATH }),
    ),
    v2: forClients(
      openApiDocument(v2Endpoints, {
        ...shared,
        title: 'Weir API, version 2',
        basePath: V2_BASE_PATH,
        errorSchema: () => v2ErrorSchema,
      }),
    ),
    'v2-enveloped': forClients(
      openApiDocument(v2EnvelopedEndpoints, {
        ...shared,
        title: 'Weir API, version 2, enveloped',
        basePath: V2_BASE_PATH,
        errorSchema: () => envelopedErrorsSchema,
      }),
    ),
  };
}

interface Content {
  content?: Record<string, unknown>;
}

interface DocumentedOperation {
  requestBody?: Content;
  responses: Record<string, unknown>;
}

const JSON_TYPE = 'application/json';

function forClients(document: OpenApiDocument): OpenApiDocument {
  for (const path of Object.values(document.paths)) {
    for (const operation of Object.values(path) as DocumentedOperation[]) {
      const body = operation.requestBody;
      if (body?.content !== undefined) body.content = { [JSON_TYPE]: body.content[JSON_TYPE] };
      const answers = Object.entries(operation.responses);
      const errors = answers.filter(([status]) => !isSuccess(status));
      const answer = errors.find(([status]) => status === UNEXPECTED) ?? errors[0];
      operation.responses = {
        ...Object.fromEntries(answers.filter(([status]) => isSuccess(status))),
        ...(answer === undefined ? {} : { default: answer[1] }),
      };
    }
  }
  return document;
}

/** Any operation may return this error; it has the same form in all of them. */
const UNEXPECTED = '500';

function isSuccess(status: string): boolean {
  return Number(status) < 400;
}
