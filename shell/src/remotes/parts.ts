import { fileUrl, type RegisteredRemote, type Release } from '@canje/registry'

/** URLs of what the shell and the live releases load on demand: parts of tabs, and the modules of slots. */
export function partUrls(remotes: readonly RegisteredRemote[]): string[] {
  // The build writes those of the shell into its pages.
  const own = document.querySelector<HTMLMetaElement>('meta[name=parts]')?.content.split(' ') ?? []
  return [...own.filter(Boolean), ...remotes.flatMap(({ live }) => partsOf(live).map((path) => fileUrl(live, path)))]
}

function partsOf({ parts = [], extensions = [] }: Release): string[] {
  return [
    ...new Set([...parts, ...extensions.flatMap((extension) => [...extension.preload, ...(extension.parts ?? [])])]),
  ]
}
