import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** The page, which the script of index.html imports. */
export const PAGE = 'src/main.tsx';

/** Names the page and its styles in index.html, so that the browser fetches them together with the script. */
export function preloadPage(): Plugin {
  return {
    name: 'preload-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        linksOfPage(bundle)
          .filter(({ href }) => !html.includes(href))
          .map(
            (attrs): HtmlTagDescriptor => ({ tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' }),
          ),
    },
  };
}

function linksOfPage(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${PAGE}`));
  if (!page) throw new Error(`The build has no chunk for ${PAGE}.`);
  return chunks
    .filter(({ fileName }) => fileName === page.fileName || page.imports.includes(fileName))
    .flatMap(({ fileName, viteMetadata }) => [
      { rel: 'modulepreload', href: `/${fileName}` },
      ...[...(viteMetadata?.importedCss ?? [])].map((css) => ({ rel: 'stylesheet', href: `/${css}` })),
    ]);
}
