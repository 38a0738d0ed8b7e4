import { compileSettings } from '@canje/build/settings-schema'
import { listingOf, Origin, type ReleaseManifest, readSettings, SettingsInvalid } from '@canje/registry'
import * as v from 'valibot'
import { errorMessage } from '../error-message'
import type { Finding } from '../findings'
import { originsNotGranted } from './grants'
import { getText, type LiveShell, unreachable } from './shells'

export type ReadFile = (path: string) => Promise<Buffer | undefined>

/**
 * Validates the settings that live shells give to a release (D44, settings), and requires them to grant the origins in them.
 *
 * @returns a finding for an unusable schema, and else per shell for a file that cannot be read, the first misfit, or the origins
 */
export async function settingsFindings(
  shells: LiveShell[],
  { name, version, settings }: Pick<ReleaseManifest, 'name' | 'version' | 'settings'>,
  read: ReadFile,
  stop: AbortSignal,
): Promise<Finding[]> {
  const unfit = (message: string, fix: string): Finding[] => [{ code: 'settings-invalid', message, fix }]
  let urlsIn = (_settings: object): string[] => []
  try {
    if (settings !== undefined) ({ urlsIn } = compileSettings(String(await read(settings))))
  } catch (error) {
    const message = `${settings} of ${name} ${version} is no usable schema of settings. ${errorMessage(error)}.`
    return unfit(message, 'Correct the schema that canje.settings of package.json names.')
  }
  const findings = shells.map(async (shell) => {
    const { url, config } = shell
    let given: object | undefined
    try {
      const listing = listingOf(config.authority, name) ?? { name, settings: undefined }
      given = await readSettings(listing, (path) => getText(`${url}${path}`, stop))
      const own = [url, config.securityUrl, config.apiUrl, config.storeUrl].map((service) => new URL(service).origin)
      const origins = urlsIn(given)
        .filter((text) => /^https?:/i.test(text))
        .map((text) => (URL.canParse(text) ? new URL(text).origin : text))
      const connect = [...new Set(origins)].filter((origin) => !own.includes(origin))
      const other = connect.find((origin) => !v.is(Origin, origin))
      if (other !== undefined) throw new Error(`${other} must be an https origin, or an http one of localhost`)
      return originsNotGranted([shell], { name, connect })
    } catch (error) {
      stop.throwIfAborted()
      const isMisfit = given !== undefined || error instanceof SettingsInvalid || Object(error).status === 404
      if (!isMisfit) return [unreachable(`The settings of ${name} in the shell at ${url}`, error)]
      const reason = errorMessage(error).replace(/\.$/, '')
      const message = `The shell at ${url} gives ${name} ${version} settings that do not fit. ${reason}.`
      return unfit(message, `Ask its operator to correct "settings" of ${name} in config.json, or its settings file.`)
    }
  })
  return (await Promise.all(findings)).flat()
}
