/** Where queries, outputs and sources may connect to, as the configuration and the recipe say. */
import { endpointOf, type OutgoingRules } from '@weir/model';
import { recipeUrls, type Recipe } from '@weir/recipes';
import { Access } from './access/access.js';
import type { Config } from './config/settings.js';
import { isLoopback } from './http/host-guard.js';

/** @param recipe what it names may be connected to: its user asked for it. */
export function outgoingRules(config: Config, recipe: Recipe | undefined): OutgoingRules {
  const address = config['webserver.address'];
  const isLocal = !config['webserver.enabled'] || address === 'localhost' || isLoopback(address);
  return {
    allow: config['outgoing.allow'],
    deny: config['outgoing.deny'],
    // Who may send requests may be somebody whom the services of this machine would not answer.
    loopback: config['outgoing.loopback'] ?? (isLocal && Access.of(config).isOpen),
    private: config['outgoing.private'],
    endpoints: (recipe ? recipeUrls(recipe) : []).flatMap(url =>
      URL.canParse(url) ? [endpointOf(new URL(url))] : [],
    ),
  };
}
