import { excerpt, readSettings, SettingsInvalid } from '@canje/registry'
import { faultOf } from '@canje/shared-auth/fault'
import { fetchFile, textOf } from '../fetch-file'
import type { RemotesStore } from './store'

const MAX_SHOWN = 2048

/** Creates the settings of the remotes of a page, as they are when the page first reads them (D44, settings). */
export function createSettings(store: RemotesStore) {
  const reads = new Map<string, Promise<object>>()
  const known = new Map<string, object>()

  async function read(name: string): Promise<object> {
    const listed = store.getState().menu.find((remote) => remote.name === name)
    const settings = await readSettings({ name, settings: listed?.settings }, fetchText)
    known.set(name, settings)
    return settings
  }

  return {
    /** Those of a remote; rejects as `readSettings`, and may then be called again. */
    of(name: string): Promise<object> {
      const reading = reads.get(name) ?? read(name)
      reads.set(name, reading)
      reading.catch(() => reads.delete(name))
      return reading
    },
    /** The same, once they are read. */
    known: (name: string): object | undefined => known.get(name),
    /** A line for each remote with settings that the page has read. */
    lines(): string[] {
      const given = [...known].filter(([, settings]) => Object.keys(settings).length > 0)
      return given.map(([name, settings]) => `Ajustes de ${name}: ${excerpt(JSON.stringify(settings), MAX_SHOWN)}`)
    },
  }
}
export type PageSettings = ReturnType<typeof createSettings>

async function fetchText(path: string): Promise<string> {
  const file = await fetchFile(`/${path}`, 'no-store').catch((error: unknown) => {
    throw faultOf(error).kind === 'refused' ? new SettingsInvalid(String(error)) : error
  })
  return textOf(file)
}

/**
 * Checks settings by the module `./settings` of a release, which Ajv has compiled.
 *
 * @throws SettingsInvalid naming the first setting that breaks the schema, and the rule
 */
export function assertFits(settings: object, module: unknown): void {
  const check: unknown = Reflect.get(Object(module), 'default')
  if (typeof check !== 'function') throw new Error('./settings must have a function as its default export.')
  if (check(settings) === true) return
  const { instancePath, message } = Object(Reflect.get(check, 'errors')?.[0])
  throw new SettingsInvalid(`${instancePath || '/'} ${message ?? 'does not fit'}`)
}

/** How an event names that settings do not fit, with the setting and the rule; undefined for another failure. */
export function misfitOf(error: unknown) {
  const [, rule] = /SettingsInvalid: (.*)/.exec(String(error)) ?? []
  return faultOf(error).kind === 'settings-invalid' ? ({ type: 'settings-invalid', rule } as const) : undefined
}
