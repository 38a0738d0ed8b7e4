import { checkSettings } from '@canje/build/settings-schema'
import { type ListedRemote, listingOf, type ReleaseManifest, readSettings } from '@canje/registry'
import { errorMessage } from '../error-message'
import type { Finding } from '../findings'
import { originsNotGranted } from './grants'
import { getText, type LiveShell } from './shells'

/**
 * Validates the settings that live shells give to a release (D44, settings), and requires them to grant the origins in them.
 *
 * @param read reads a file of the release
 * @returns a finding for an unusable schema, and else per shell for the first misfit or for the origins
 */
export async function settingsFindings(
  shells: LiveShell[],
  { name, version, settings }: Pick<ReleaseManifest, 'name' | 'version' | 'settings'>,
  read: (path: string) => Promise<Buffer | undefined>,
  stop: AbortSignal,
): Promise<Finding[]> {
  const unfit = (message: string, fix: string): Finding[] => [{ code: 'settings-invalid', message, fix }]
  const schema = settings === undefined ? '{}' : String(await read(settings))
  try {
    await checkSettings(schema)
  } catch (error) {
    const message = `${settings} of ${name} ${version} is no usable schema of settings. ${errorMessage(error)}.`
    return unfit(message, 'Correct the schema that canje.settings of package.json names.')
  }
  const findings = shells.map(async (shell) => {
    try {
      const listing = listingOf(shell.config.authority, name) ?? { name, settings: undefined }
      return originsNotGranted([shell], { name, connect: await originsInSettings(shell, listing, schema, stop) })
    } catch (error) {
      stop.throwIfAborted()
      const reason = errorMessage(error).replace(/\.$/, '')
      const message = `The shell at ${shell.url} gives ${name} ${version} settings that do not fit. ${reason}.`
      return unfit(message, `Ask its operator to correct "settings" of ${name} in config.json, or its settings file.`)
    }
  })
  return (await Promise.all(findings)).flat()
}

/**
 * The origins in settings, of `format: "uri"`, that a shell has to grant.
 *
 * @throws Error with the first setting that does not fit the schema, and the rule
 */
export async function originsInSettings(
  { url, config }: LiveShell,
  listing: Pick<ListedRemote, 'name' | 'settings'>,
  schema: string,
  stop: AbortSignal,
): Promise<string[]> {
  const settings = await readSettings(listing, (path) => getText(`${url}${path}`, stop))
  const [{ urls, error } = { urls: [] }] = (await checkSettings(schema, [settings])).results
  if (error) throw new Error(`${error.instancePath || '/'} ${error.message} (${error.schemaPath})`)
  const own = [url, config.securityUrl, config.apiUrl, config.storeUrl].map((service) => new URL(service).origin)
  const origins = urls.filter((text) => /^https?:/i.test(text)).map((text) => new URL(text).origin)
  return [...new Set(origins)].filter((origin) => !own.includes(origin))
}
