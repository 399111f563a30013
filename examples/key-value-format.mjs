/**
 * A format: records such as `user=ann page=/pay ms=12`, each a map.
 *
 *     npx weir --extension key-value-format.mjs
 */
import { defineFormat } from '@weir/plugins';

const keyValue = defineFormat({
  type: 'example.KeyValue',
  description: 'Pairs such as user=ann ms=12, each record a map',
  fields: z => ({
    separator: z.string().length(1).default('=').meta({ description: 'Between a key and its value' }),
  }),

  open({ separator }) {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    return record => {
      const map = {};
      for (const pair of decoder.decode(record).trim().split(/\s+/)) {
        const at = pair.indexOf(separator);
        if (at < 1) throw new Error(`'${pair}' has no key`);
        const value = pair.slice(at + 1);
        map[pair.slice(0, at)] = /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
      }
      return map;
    };
  },
});

export const extensions = { formats: [keyValue] };
