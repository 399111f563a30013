/** A plan as a tree of operators: the result operator on top, its inputs below. */
import { Timer } from 'lucide-preact';
import { shown } from '../../api/exact-json.js';
import { detailsOf, measured, timeOf, type PlanOperator } from '../../graph/plan.js';
import { format, text } from '../../texts/en.js';

export function PlanDiagram({
  plan,
  onProfile,
}: {
  readonly plan: PlanOperator;
  readonly onProfile: () => void;
}) {
  const whole = timeOf(plan);
  const isMeasured = measured(plan, whole).rows !== undefined;
  return (
    <div class="plan" tabIndex={0} role="region" aria-label={text.query.plan}>
      {isMeasured ? (
        <p class="soft small">{text.query.profiled(whole)}</p>
      ) : (
        <p class="soft small">
          {text.query.planned}{' '}
          <button class="quiet small" onClick={onProfile}>
            <Timer size={14} /> {text.query.profile}
          </button>
        </p>
      )}
      <ul class="plan-tree">
        <Operator of={plan} whole={whole} />
      </ul>
    </div>
  );
}

function Operator({ of, whole }: { readonly of: PlanOperator; readonly whole: number }) {
  const { rows, millis, share } = measured(of, whole);
  const names = of.identifiers.filter(name => !name.startsWith(' '));
  return (
    <li>
      <div class={share > 0.5 ? 'plan-operator hot' : 'plan-operator'}>
        <strong>{of.operatorType}</strong>
        {names.length > 0 && <span class="mono small clip"> {names.join(', ')}</span>}
        {detailsOf(of).map(([name, value]) => (
          <div key={name} class="small soft mono break">
            {name}: {shown(value)}
          </div>
        ))}
        {rows !== undefined && (
          <div class="small plan-figures">
            <span>{text.query.rows(rows)}</span>
            {millis !== undefined && <span>{format.fine(millis)} ms</span>}
          </div>
        )}
        {millis !== undefined && (
          <div class="bar">
            <i style={{ width: `${Math.round(share * 100)}%` }} />
          </div>
        )}
      </div>
      {of.children.length > 0 && (
        <ul>
          {of.children.map((child, i) => (
            <Operator key={i} of={child} whole={whole} />
          ))}
        </ul>
      )}
    </li>
  );
}
