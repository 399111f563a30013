/** Builds the ast.ts tree of patterns from their concrete syntax. */
import type { CstNode, IToken } from 'chevrotain';
import type * as ast from '../ast/ast.js';
import * as cst from './cst.js';
import { ExpressionBuilder } from './expression-builder.js';
import { integerOf } from './literals.js';

export abstract class PatternBuilder extends ExpressionBuilder {
  patternPart(node: CstNode): ast.PatternPart {
    const shortest = cst.maybeNode(node, 'shortestPathPattern');
    const part = shortest
      ? this.shortestPathPattern(shortest)
      : this.patternChain(cst.node(node, 'patternChain'));
    const path = cst.maybeToken(node, 'VariableName');
    return { ...part, span: cst.spanOf(node), path: path && this.variable(path) };
  }

  patternParts(node: CstNode): readonly ast.PatternPart[] {
    return cst.nodes(node, 'patternPart').map(child => this.patternPart(child));
  }

  shortestPathPattern(node: CstNode): ast.PatternPart {
    const part = this.patternChain(cst.node(node, 'patternChain'));
    const shortest = cst.has(node, 'KeywordSHORTESTPATH') ? 'one' : 'all';
    return { ...part, span: cst.spanOf(node), shortest };
  }

  patternChain(node: CstNode): ast.PatternPart {
    const inner = cst.maybeNode(node, 'patternChain');
    if (inner) return { ...this.patternChain(inner), span: cst.spanOf(node) };
    return {
      kind: 'pattern-part',
      span: cst.spanOf(node),
      path: undefined,
      shortest: undefined,
      nodes: cst.nodes(node, 'nodePattern').map(child => this.nodePattern(child)),
      relationships: cst.nodes(node, 'relationshipPattern').map(child => this.relationshipPattern(child)),
    };
  }

  private nodePattern(node: CstNode): ast.NodePattern {
    return {
      kind: 'node-pattern',
      span: cst.spanOf(node),
      variable: this.patternVariable(node),
      labels: this.patternLabels(node),
      properties: this.patternProperties(node),
      where: this.where(node),
    };
  }

  private relationshipPattern(node: CstNode): ast.RelationshipPattern {
    const detail = cst.maybeNode(node, 'relationshipDetail');
    const pointsLeft = cst.has(node, 'Less');
    const pointsRight = cst.has(node, 'Greater');
    const direction = pointsLeft === pointsRight ? 'either' : pointsRight ? 'outgoing' : 'incoming';
    return {
      kind: 'relationship-pattern',
      span: cst.spanOf(node),
      variable: detail && this.patternVariable(detail),
      types: detail && this.patternLabels(detail),
      direction,
      length: detail && this.pathLength(detail),
      properties: detail && this.patternProperties(detail),
      where: detail && this.where(detail),
    };
  }

  private patternVariable(node: CstNode): ast.Variable | undefined {
    const found = cst.maybeToken(node, 'VariableName');
    return found && this.variable(found);
  }

  private patternLabels(node: CstNode): ast.LabelExpression | undefined {
    const found = cst.maybeNode(node, 'labels');
    return found && this.labels(found);
  }

  private patternProperties(node: CstNode): ast.PatternProperties | undefined {
    const found = cst.maybeNode(node, 'patternProperties');
    if (found === undefined) return undefined;
    const map = cst.maybeNode(found, 'map');
    return map ? this.map(map) : this.parameter(cst.token(found, 'ParameterToken'));
  }

  private pathLength(node: CstNode): ast.PathLength | undefined {
    const found = cst.maybeNode(node, 'pathLength');
    if (found === undefined) return undefined;
    const min = this.bound(cst.maybeToken(found, 'min'));
    const max = cst.has(found, 'DotDot') ? this.bound(cst.maybeToken(found, 'max')) : min;
    return { kind: 'path-length', span: cst.spanOf(found), min, max };
  }

  private bound(at: IToken | undefined): number | undefined {
    return at && Number(integerOf(at, false, this.source));
  }
}
