/** Interactive documentation of the API from its OpenAPI documents. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { addressOf } from '../api/base-address.js';
import { isDark } from '../shell/theme.js';
import { showError } from '../shell/toasts.js';
import { docsTexts } from '../texts/docs.js';

/** Name of the built stylesheet of the viewer. */
declare const DOCS_STYLE: string;

const DOCUMENTS: Readonly<Record<number, string>> = { 1: 'docs/openapi.json', 2: 'openapi.json' };

export function DocsPage() {
  const container = useRef<HTMLDivElement>(null);
  const [version, setVersion] = useState(/\/v1docs\/?$/.test(location.pathname) ? 1 : 2);
  useEffect(() => {
    const style = document.createElement('link');
    style.rel = 'stylesheet';
    style.href = new URL(DOCS_STYLE, import.meta.url).href;
    document.head.append(style);
    return () => style.remove();
  }, []);
  const dark = isDark.value;
  useEffect(() => {
    // Class name that the viewer expects.
    const { classList } = document.documentElement;
    classList.toggle('dark-mode', dark);
    return () => classList.remove('dark-mode');
  }, [dark]);
  useEffect(() => {
    import('swagger-ui-dist/swagger-ui-bundle.js').then(({ default: swaggerUi }) => {
      if (container.current === null) return;
      swaggerUi({
        url: addressOf(DOCUMENTS[version]!),
        domNode: container.current,
        // Links inside the buttons that open an operation would not be reachable by keyboard.
        deepLinking: false,
        docExpansion: 'none',
        filter: true,
        tryItOutEnabled: false,
        validatorUrl: null,
        // There is only one server: the origin of the page.
        plugins: [() => ({ components: { ServersContainer: () => null } })],
      });
    }, showError);
  }, [version]);
  return (
    <div class="docs-frame">
      <header class="page-head">
        <h1>{docsTexts.title}</h1>
        <div class="segments" role="group" aria-label={docsTexts.title}>
          {[1, 2].map(each => (
            <button
              key={each}
              aria-pressed={each === version}
              class={each === version ? 'on' : ''}
              onClick={() => setVersion(each)}
            >
              {docsTexts.version(each)}
            </button>
          ))}
        </div>
      </header>
      <div class="docs-body" ref={container} />
    </div>
  );
}
