/** The header of all pages: the product, what is running, and whether the server can be reached. */
import { TriangleAlert } from 'lucide-preact';
import { runningRecipes } from '../recipes/running-recipes.js';
import { hrefOf, go } from '../shell/router.js';
import { backpressure, isLost, shownRate, totalRate } from '../streams/figures.js';
import { text } from '../texts/en.js';

export function StatusBar() {
  const host = backpressure.value;
  return (
    <header class="status-bar">
      <strong>{text.name}</strong>
      <span class="tagline soft">{text.tagline}</span>
      <span class="grow" />
      {isLost.value ? (
        <span class="lost" role="alert">
          <TriangleAlert size={14} /> {text.lost}
        </span>
      ) : (
        host !== undefined && (
          <a
            class="running"
            href={hrefOf('dashboard')}
            onClick={event => {
              event.preventDefault();
              go('dashboard');
            }}
          >
            {[
              ...runningRecipes.value,
              text.running.rate(shownRate(totalRate())),
              text.running.queries(host.standingQueries.length),
            ].map(item => (
              <span key={item}>{item}</span>
            ))}
          </a>
        )
      )}
    </header>
  );
}
