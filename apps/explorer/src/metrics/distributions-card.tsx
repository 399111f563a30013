/** Histograms. Columns have a logarithmic scale, so that a few very large nodes are visible. */
import { format } from '../texts/en.js';
import { metricTexts } from '../texts/metrics.js';
import type { Distribution } from './distributions.js';

export function Distributions({ of }: { readonly of: readonly Distribution[] }) {
  return (
    <section class="card">
      <h2>{metricTexts.distributions}</h2>
      <p class="soft small">{metricTexts.logarithmic}</p>
      <div class="distributions">
        {of.map(distribution => (
          <Histogram key={distribution.name} of={distribution} />
        ))}
      </div>
    </section>
  );
}

function Histogram({ of: { name, total, columns } }: { readonly of: Distribution }) {
  const most = Math.max(1, ...columns.map(({ count }) => count));
  return (
    <table class="distribution">
      <caption title={name}>
        {metricTexts.distributionOf[name] ?? name} <span class="soft">{format.number(total)}</span>
      </caption>
      <tbody>
        {total === 0 && (
          <tr>
            <td class="soft">{metricTexts.noneYet}</td>
          </tr>
        )}
        {(total === 0 ? [] : columns).map(column => (
          <tr key={column.upTo}>
            <th scope="row" class="number">
              {column.said}
            </th>
            <td class="grow">
              <div class="bar">
                {column.count > 0 && <i style={{ width: `${length(column.count, most)}%` }} />}
              </div>
            </td>
            <td class="number">{format.number(column.count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** In percent. */
function length(count: number, most: number): number {
  return (100 * Math.log1p(count)) / Math.log1p(most);
}
