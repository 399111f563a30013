/** Writes the values of queries. */
import { ChronoField, LocalDate, LocalDateTime, LocalTime, ZonedDateTime, ZoneOffset } from '@js-joda/core';
import {
  Duration,
  Float,
  formatNodeId,
  IdValue,
  type NodeId,
  NodeValue,
  OffsetTime,
  PathValue,
  RelationshipValue,
  type Value,
  type ValueMap,
} from '@weir/model';
import type { PackWriter } from '../packstream/pack-writer.js';
import { integerId } from './integer-id.js';
import { Structure, type ValueForm } from './structure.js';

export class ValueWriter {
  constructor(
    private readonly out: PackWriter,
    private readonly form: ValueForm,
  ) {}

  write(value: Value): void {
    const { out } = this;
    switch (typeof value) {
      case 'string':
        return out.string(value);
      case 'number':
        return Number.isSafeInteger(value) ? out.integer(value) : out.float(value);
      case 'bigint':
        return out.integer(value);
      case 'boolean':
        return out.boolean(value);
      default:
        return value === null ? out.null() : this.object(value);
    }
  }

  private object(value: Exclude<Value, null | boolean | number | bigint | string>): void {
    if (Array.isArray(value)) return this.list(value as readonly Value[]);
    if (value instanceof Float) return this.out.float(value.value);
    if (value instanceof NodeValue) return this.node(value);
    if (value instanceof RelationshipValue) return this.relationship(value);
    if (value instanceof PathValue) return this.path(value);
    if (value instanceof IdValue) return this.out.string(formatNodeId(value.id));
    if (value instanceof Uint8Array) return this.out.binary(value);
    if (value instanceof LocalDate) return this.integers(Structure.Date, value.toEpochDay());
    if (value instanceof ZonedDateTime) return this.dateTime(value);
    if (value instanceof LocalDateTime) {
      return this.integers(Structure.LocalDateTime, value.toEpochSecond(ZoneOffset.UTC), value.nano());
    }
    if (value instanceof LocalTime) return this.integers(Structure.LocalTime, value.toNanoOfDay());
    if (value instanceof OffsetTime) {
      return this.integers(Structure.Time, value.nanoOfDay, value.offsetSeconds);
    }
    if (value instanceof Duration) {
      return this.integers(Structure.Duration, value.months, value.days, value.seconds, value.nanos);
    }
    this.map(value as ValueMap);
  }

  private list(items: readonly Value[]): void {
    this.out.list(items.length);
    for (let i = 0; i < items.length; i++) this.write(items[i]!);
  }

  private map(map: ValueMap): void {
    const keys = Object.keys(map);
    this.out.map(keys.length);
    for (const key of keys) {
      this.out.string(key);
      this.write(map[key]!);
    }
  }

  private node({ id, labels, properties }: NodeValue): void {
    const { out, form } = this;
    out.structure(Structure.Node, form.hasElementIds ? 4 : 3);
    out.integer(integerId(id));
    this.list(labels);
    this.map(properties);
    if (form.hasElementIds) out.string(formatNodeId(id));
  }

  private relationship({ start, label, end, properties }: RelationshipValue): void {
    const { out, form } = this;
    out.structure(Structure.Relationship, form.hasElementIds ? 8 : 5);
    out.integer(integerId(`${start}:${label}:${end}`));
    out.integer(integerId(start));
    out.integer(integerId(end));
    out.string(label);
    this.map(properties);
    if (!form.hasElementIds) return;
    out.string(relationshipId(start, label, end));
    out.string(formatNodeId(start));
    out.string(formatNodeId(end));
  }

  /**
   * Nodes and relationships each once, then how the path visits them: pairs of a relationship (counted from 1, negative
   * against its direction) and a node (counted from 0).
   */
  private path({ nodes, relationships }: PathValue): void {
    const { out, form } = this;
    const ownNodes = new Map<NodeId, number>();
    for (const { id } of nodes) if (!ownNodes.has(id)) ownNodes.set(id, ownNodes.size);
    const first = new Map(nodes.map(node => [node.id, node]));
    const ownEdges = new Map<string, { readonly number: number; readonly edge: RelationshipValue }>();
    const steps: number[] = [];
    relationships.forEach((edge, i) => {
      const key = `${edge.start}:${edge.label}:${edge.end}`;
      let own = ownEdges.get(key);
      if (own === undefined) ownEdges.set(key, (own = { number: ownEdges.size + 1, edge }));
      const goesForward = edge.start === nodes[i]!.id;
      steps.push(goesForward ? own.number : -own.number, ownNodes.get(nodes[i + 1]!.id)!);
    });
    out.structure(Structure.Path, 3);
    out.list(ownNodes.size);
    for (const id of ownNodes.keys()) this.node(first.get(id)!);
    out.list(ownEdges.size);
    for (const [key, { edge }] of ownEdges) {
      out.structure(Structure.UnboundRelationship, form.hasElementIds ? 4 : 3);
      out.integer(integerId(key));
      out.string(edge.label);
      this.map(edge.properties);
      if (form.hasElementIds) out.string(relationshipId(edge.start, edge.label, edge.end));
    }
    this.list(steps);
  }

  private dateTime(value: ZonedDateTime): void {
    const { out } = this;
    const { usesUtc } = this.form;
    const zone = value.zone();
    const isOffset = zone instanceof ZoneOffset;
    const offset = value.offset().totalSeconds();
    const seconds = value.getLong(ChronoField.INSTANT_SECONDS) + (usesUtc ? 0 : offset);
    if (isOffset) {
      const tag = usesUtc ? Structure.DateTime : Structure.LegacyDateTime;
      return this.integers(tag, seconds, value.nano(), offset);
    }
    out.structure(usesUtc ? Structure.DateTimeZoned : Structure.LegacyDateTimeZoned, 3);
    out.integer(seconds);
    out.integer(value.nano());
    out.string(zone.id());
  }

  private integers(tag: number, ...fields: readonly number[]): void {
    this.out.structure(tag, fields.length);
    for (const field of fields) this.out.integer(field);
  }
}

/** The ends and the type of an edge identify it. */
function relationshipId(start: NodeId, label: string, end: NodeId): string {
  return `${formatNodeId(start)}:${label}:${formatNodeId(end)}`;
}
