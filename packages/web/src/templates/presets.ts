/**
 * Requests that services for alerts, logs and events expect, as YAML that users can copy into a `template`. `required` names the
 * values that a destination must give, `defaults` those that it may change.
 */
import { parse } from 'yaml';
import type { HttpTemplate, PresetName } from '../definition/http-template.js';

export interface Preset extends HttpTemplate {
  readonly required?: readonly string[];
  readonly defaults?: Readonly<Record<string, string>>;
}

export function presetOf(name: PresetName): Preset {
  return parse(PRESET_SOURCES[name]) as Preset;
}

export const PRESET_SOURCES: Readonly<Record<PresetName, string>> = {
  // https://developer.pagerduty.com/docs/events-api-v2-overview
  PagerDuty: `
required: [routingKey]
defaults: { severity: error, source: weir, summary: '{{query}}: {{dataText}}' }
match:
  body:
    routing_key: '{{values.routingKey}}'
    event_action: trigger
    dedup_key: '{{id}}'
    payload:
      summary: '{{values.summary|1024}}'
      source: '{{values.source}}'
      severity: '{{values.severity}}'
      timestamp: '{{time}}'
      custom_details: '{{data}}'
retraction:
  body:
    routing_key: '{{values.routingKey}}'
    event_action: resolve
    dedup_key: '{{id}}'
`,
  // https://docs.opsgenie.com/docs/alert-api
  Opsgenie: `
required: [apiKey]
defaults: { priority: P3, message: '{{query}}: {{dataText}}' }
match:
  headers: { Authorization: 'GenieKey {{values.apiKey}}' }
  body:
    message: '{{values.message|130}}'
    alias: '{{id}}'
    source: weir
    priority: '{{values.priority}}'
    tags: ['{{query|50}}']
    description: '{{dataText|15000}}'
retraction:
  path: '/{{id}}/close?identifierType=alias'
  headers: { Authorization: 'GenieKey {{values.apiKey}}' }
  body: { source: weir, note: The match was retracted. }
`,
  // https://docs.splunk.com/Documentation/Splunk/latest/Data/FormateventsforHTTPEventCollector
  SplunkHec: `
required: [token]
defaults: { source: weir, sourcetype: _json }
match: &event
  headers: { Authorization: 'Splunk {{values.token}}' }
  lines:
    - time: '{{seconds}}'
      source: '{{values.source}}'
      sourcetype: '{{values.sourcetype}}'
      event: { id: '{{id}}', kind: '{{kind}}', query: '{{query}}', data: '{{data}}' }
retraction: *event
`,
  // https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-bulk
  ElasticBulk: `
required: [index]
match:
  lines:
    - index: { _index: '{{values.index}}', _id: '{{id}}' }
    - { '@timestamp': '{{time}}', status: open, query: '{{query}}', data: '{{data}}' }
retraction:
  lines:
    - update: { _index: '{{values.index}}', _id: '{{id}}' }
    - doc: { status: resolved, resolvedAt: '{{time}}' }
      upsert: { '@timestamp': '{{time}}', status: resolved, query: '{{query}}', data: '{{data}}' }
response: ElasticBulk
`,
  // https://docs.datadoghq.com/api/latest/events/
  DatadogEvents: `
required: [apiKey]
defaults: { title: '{{query}}', tags: 'source:weir' }
match:
  headers: { DD-API-KEY: '{{values.apiKey}}' }
  body:
    title: '{{values.title|500}}'
    text: '{{dataText|4000}}'
    alert_type: error
    aggregation_key: '{{id}}'
    source_type_name: weir
    tags: ['{{values.tags}}', 'query:{{query}}']
retraction:
  headers: { DD-API-KEY: '{{values.apiKey}}' }
  body:
    title: '{{values.title|480}} (resolved)'
    text: '{{dataText|4000}}'
    alert_type: success
    aggregation_key: '{{id}}'
    source_type_name: weir
    tags: ['{{values.tags}}', 'query:{{query}}']
`,
  // https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
  Teams: `
defaults: { title: '{{query}}' }
match:
  body:
    type: message
    attachments:
      - contentType: application/vnd.microsoft.card.adaptive
        content:
          $schema: http://adaptivecards.io/schemas/adaptive-card.json
          type: AdaptiveCard
          version: '1.4'
          body:
            - { type: TextBlock, size: Medium, weight: Bolder, color: Attention, wrap: true, text: '{{values.title}}' }
            - { type: TextBlock, wrap: true, text: '{{dataText|10000}}' }
            - { type: TextBlock, isSubtle: true, text: 'Match {{id}}' }
retraction:
  body:
    type: message
    attachments:
      - contentType: application/vnd.microsoft.card.adaptive
        content:
          $schema: http://adaptivecards.io/schemas/adaptive-card.json
          type: AdaptiveCard
          version: '1.4'
          body:
            - { type: TextBlock, size: Medium, weight: Bolder, color: Good, wrap: true, text: '{{values.title}}: resolved' }
            - { type: TextBlock, wrap: true, text: '{{dataText|10000}}' }
            - { type: TextBlock, isSubtle: true, text: 'Match {{id}}' }
`,
  // https://clickhouse.com/docs/interfaces/http
  ClickHouse: `
required: [table]
defaults: { user: default, password: '' }
match: &row
  path: '?date_time_input_format=best_effort&query=INSERT INTO {{values.table}} FORMAT JSONEachRow'
  headers: { X-ClickHouse-User: '{{values.user}}', X-ClickHouse-Key: '{{values.password}}' }
  lines:
    - { id: '{{id}}', sign: '{{sign}}', query: '{{query}}', time: '{{time}}', data: '{{dataText}}' }
retraction: *row
`,
  // https://grafana.com/docs/loki/latest/reference/loki-http-api/
  Loki: `
defaults: { job: weir }
match: &line
  body:
    streams:
      - stream: { job: '{{values.job}}', query: '{{query}}', kind: '{{kind}}' }
        values: [['{{nanos}}', '{"id":"{{id}}","data":{{dataText}}}']]
retraction: *line
`,
  // https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/http-protocol-binding.md
  CloudEvents: `
defaults: { source: /weir, typePrefix: weir. }
match: &event
  headers:
    ce-specversion: '1.0'
    ce-id: '{{id}}-{{kind}}'
    ce-type: '{{values.typePrefix}}{{kind}}'
    ce-source: '{{values.source}}/{{query}}'
    ce-subject: '{{id}}'
    ce-time: '{{time}}'
  body: '{{data}}'
retraction: *event
`,
};
