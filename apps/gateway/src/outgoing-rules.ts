/** Rules for outgoing connections of queries, outputs and sources, from the configuration and the recipe. */
import { endpointOf, type OutgoingRules } from '@weir/platform';
import { recipeUrls, type Recipe } from '@weir/recipes';
import { Access } from './access/access.js';
import type { Config } from './config/settings.js';
import { isLoopback } from './http/host-guard.js';

/** @param recipe may connect to the addresses it names: its user asked for them. */
export function outgoingRules(config: Config, recipe: Recipe | undefined): OutgoingRules {
  const web = config['webserver.address'];
  const addresses = [
    ...(config['webserver.enabled'] ? [web] : []),
    ...(config['bolt.port'] === undefined ? [] : [config['bolt.host'] ?? web]),
  ];
  const isLocal = addresses.every(address => isLoopback(address));
  return {
    allow: config['outgoing.allow'],
    deny: config['outgoing.deny'],
    // A remote client must not use this service to reach local services that would reject the client itself.
    loopback: config['outgoing.loopback'] ?? (isLocal && Access.of(config).isOpen),
    private: config['outgoing.private'],
    endpoints: (recipe ? recipeUrls(recipe) : []).flatMap(url =>
      URL.canParse(url) ? [endpointOf(new URL(url))] : [],
    ),
  };
}
