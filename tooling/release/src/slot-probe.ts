import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Extension, ReleaseManifest } from '@canje/registry'

/** A remote whose tab shows slots, so that a live shell opens them with its own loader. */
export const PROBE = { name: 'canje-slots', tab: { id: 'canje-slots', label: 'Canje: slots', order: 1e9 } }

/** Container of the federation runtime, which gives its `./Tab` the shell's React. */
const container = (slots: string[]) => `{
  init(scope) { this.shared = scope },
  async get() {
    const { createElement } = (await Object.values(this.shared.react)[0].get())()
    const slots = ${JSON.stringify(slots)}
    return () => ({
      default: ({ extensions }) =>
        slots.map((slot) => createElement(extensions.Extension, { key: slot, slot, input: {} })),
    })
  },
}`

/** Writes the build of {@link PROBE} to a new folder. */
export async function writeProbe(folder: string, extensions: readonly Extension[]): Promise<void> {
  const built = { version: '1.0.0', build: 'probe', commit: null, builtAt: new Date(0).toISOString() }
  const manifest: ReleaseManifest = { ...PROBE, ...built, entry: 'remoteEntry.js', preload: [], requires: {} }
  await mkdir(folder)
  await writeFile(join(folder, 'release.json'), JSON.stringify(manifest))
  const slots = extensions.map(({ slot }) => slot)
  await writeFile(join(folder, manifest.entry), `window['${PROBE.name}@probe'] = ${container(slots)}`)
}
