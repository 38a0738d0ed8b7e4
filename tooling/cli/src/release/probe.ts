import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Extension, ReleaseManifest } from '@canje/registry'

/** A remote whose tab shows slots, so that a live shell opens them with its own loader, and what the shell gives it. */
const PROBE = { name: 'canje-probe', version: '1.0.0' }

/** Container of the federation runtime. Its text is the JSON of {@link Provided}; its slots get the shell's React. */
const container = (slots: string[], props: readonly string[]) => `{
  init(scope) { this.shared = scope },
  async get() {
    const modules = {}
    for (const [key, versions] of Object.entries(this.shared)) {
      const module = (await Object.values(versions)[0].get())()
      modules[key] = Object.keys(module).filter((name) => module[name] !== undefined)
    }
    const slots = ${JSON.stringify(slots)}
    const { createElement } = slots.length > 0 ? (await Object.values(this.shared.react)[0].get())() : {}
    const kindOf = (value) => Array.isArray(value) ? 'array' : value === null ? 'null' : value?.$$typeof ? 'function' : typeof value
    const propOf = (props, path) => kindOf(path.split('.').reduce((value, name) => value?.[name], props))
    const kindsOf = (props) => Object.fromEntries(${JSON.stringify(props)}.map((path) => [path, propOf(props, path)]))
    return () => ({
      default: (props) => [
        JSON.stringify({ modules, props: kindsOf(props) }),
        ...slots.map((slot) => createElement(props.extensions.Extension, { key: slot, slot, input: {} })),
      ],
    })
  },
}`

/**
 * Writes the build of {@link PROBE} to a new folder.
 *
 * @param props paths of the props whose kinds it shows, such as `view.onChange`
 */
export async function writeProbe(
  folder: string,
  extensions: readonly Extension[],
  props: readonly string[] = [],
): Promise<void> {
  const { name } = PROBE
  const built = { build: 'probe', commit: null, builtAt: new Date(0).toISOString() }
  const manifest: ReleaseManifest = { ...PROBE, ...built, entry: 'remoteEntry.js', preload: [], requires: {} }
  await mkdir(folder)
  await writeFile(join(folder, 'release.json'), JSON.stringify(manifest))
  const slots = extensions.map(({ slot }) => slot)
  await writeFile(join(folder, manifest.entry), `window['${name}@probe'] = ${container(slots, props)}`)
}
