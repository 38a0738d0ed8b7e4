import { type Authority, type ListedRemote, listingOf, ownerOfSlot, ReleaseManifest, readMenu } from '@canje/registry'
import * as v from 'valibot'
import { fetchFile, textOf } from '../fetch-file'
import type { Preview } from './preview-state'
import { UNHASHED } from './store'

export type Previewed = Pick<Extract<Preview, { url: string; status: 'on' }>, 'remote' | 'listed'>

/**
 * Reads a previewed build, which few pages have.
 *
 * @throws Error with a message for the user
 */
export async function fetchBuild(url: string, authority: Authority): Promise<Previewed> {
  const json: unknown = await fetchFile(url, 'no-store')
    .then((file) => JSON.parse(textOf(file)))
    .catch((cause: unknown) => {
      throw new Error(`No se pudo leer ${url}. Compruebe que npm run dev sigue en marcha.`, { cause })
    })
  const manifest = v.safeParse(ReleaseManifest, json)
  if (!manifest.success) throw new Error(`${url} no es el release.json de una pestaña.`, { cause: manifest.issues })
  const { name, entry, proposedTab: _, ...built } = manifest.output
  // The files of a preview change with every build, so it has no hashes and no fallback.
  const live = { ...built, entry: new URL(entry, url).href, integrity: UNHASHED }
  return { remote: { name, live, previous: [] }, listed: listedPreview(manifest.output, authority) }
}

/**
 * What the menu lists for a previewed build: the tab of the operator, or the one that it proposes, and all slots that it
 * can fill and no other remote has.
 *
 * @throws Error with a message for the user
 */
function listedPreview({ name, proposedTab, extensions = [] }: ReleaseManifest, authority: Authority): ListedRemote {
  const { remotes: menu, operatorKeys: keys } = authority
  const listing = listingOf(authority, name)
  const tab = listing?.tab ?? proposedTab
  if (!tab) throw new Error(`${name} no está en el menú y no propone una pestaña: falta canje.tab en su package.json.`)
  const slots = extensions.map(({ slot }) => slot).filter((slot) => (ownerOfSlot(menu, slot)?.name ?? name) === name)
  const others = Object.fromEntries(menu.map((remote) => [remote.name, remote]))
  const { remotes, findings } = readMenu({ ...others, [name]: { keys, ...listing, tab, slots } })
  const listed = remotes.find((remote) => remote.name === name)
  if (listed && findings.length === 0) return listed
  throw new Error(
    `El menú tiene otra pestaña o extensión que se confunde con las de ${name}: cambie su package.json.`,
    {
      cause: findings,
    },
  )
}
