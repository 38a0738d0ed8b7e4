import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { containerGlobal, type Extension, type ReleaseManifest } from '@canje/registry'

/** A remote whose tab shows slots, so that a live shell opens them with its own loader, and what the shell gives it. */
const PROBE = {
  name: 'canje-probe',
  version: '1.0.0',
  build: 'probe',
  proposedTab: { id: 'canje-probe', label: 'Canje: probe', order: 1e9 },
}

/** The id of the element with the JSON of {@link Provided}. */
export const PROVIDED_ID = 'canje-provided'

/** Container of the federation runtime, with the shell's React. */
const container = (slots: string[]) => `{
  init(scope) { this.shared = scope },
  async get() {
    const modules = {}
    for (const [key, versions] of Object.entries(this.shared)) {
      const module = (await Object.values(versions)[0].get())()
      modules[key] = Object.keys(module).filter((name) => module[name] !== undefined)
    }
    const slots = ${JSON.stringify(slots)}
    const { createElement } = (await Object.values(this.shared.react)[0].get())()
    return () => ({
      default: ({ extensions }) => [
        createElement('output', { key: 'provided', id: '${PROVIDED_ID}' }, JSON.stringify(modules)),
        ...slots.map((slot) => createElement(extensions.Extension, { key: slot, slot, input: {} })),
      ],
    })
  },
}`

/** Writes the build of {@link PROBE} to a new folder. */
export function writeProbe(folder: string, extensions: readonly Extension[] = []): Promise<void> {
  return writeContainer(folder, PROBE, container(extensions.map(({ slot }) => slot)))
}

/** Writes a build to a new folder. @param container its JavaScript */
export async function writeContainer(
  folder: string,
  identity: Pick<ReleaseManifest, 'name' | 'version' | 'build' | 'proposedTab'>,
  container: string,
): Promise<void> {
  const built = { commit: null, builtAt: new Date(0).toISOString(), entry: 'remoteEntry.js', preload: [], requires: {} }
  const manifest: ReleaseManifest = { ...identity, ...built }
  await mkdir(folder)
  await writeFile(join(folder, 'release.json'), JSON.stringify(manifest))
  await writeFile(join(folder, manifest.entry), `window['${containerGlobal(manifest.name, manifest)}'] = ${container}`)
}
