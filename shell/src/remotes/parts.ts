import { fileUrl, type RegisteredRemote } from '@canje/registry'

/** URLs of the scripts that the shell and the live releases load on demand. */
export function partUrls(remotes: readonly RegisteredRemote[]): string[] {
  // The build writes those of the shell into its pages.
  const own = document.querySelector<HTMLMetaElement>('meta[name=parts]')?.content.split(' ') ?? []
  return [
    ...own.filter(Boolean),
    ...remotes.flatMap(({ live }) => (live.parts ?? []).map((path) => fileUrl(live, path))),
  ]
}
