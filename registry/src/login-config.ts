import * as v from 'valibot'

/** Absolute, or relative to the shell's origin. A web server's configuration quotes it, and may not expand any of it. */
const Url = v.pipe(v.string(), v.regex(/^[^\s"'`$\\{}<>]+$/, 'must be a URL without quotes, spaces, $ and braces'))

const PreviewOrigin = v.pipe(
  v.string(),
  v.url(),
  v.regex(/^https?:/, 'must be an http or https origin'),
  v.transform((url) => new URL(url).origin),
)

/**
 * The settings of a shell's `/config.json` that its login screen reads (D9, base URLs). `readShellConfig` reads the others; it is
 * apart, because the login screen loads no code for the menu.
 */
export const LoginConfig = v.object({
  /** Base URL of the security service. */
  securityUrl: Url,
  /** Base URL of the info API. */
  apiUrl: Url,
  /** Base URL of the release store. */
  storeUrl: Url,
  /** URL that receives errors, fallbacks and failures as OTLP log records. */
  reportUrl: v.optional(Url),
  /** Origins from which builds may be previewed. */
  previewOrigins: v.optional(v.array(PreviewOrigin)),
  /** Features of the services beyond the specification (D27, optional features). */
  features: v.optional(v.array(v.string())),
})
export type LoginConfig = v.InferOutput<typeof LoginConfig>

/** The URL of the newest state of a remote; as relative as that of the store. */
export function stateUrl(storeUrl: string, name: string): string {
  return `${baseOf(storeUrl)}${name}/live.json`
}

/** The base URL of a store, with the slash that relative URLs need. */
export function baseOf(storeUrl: string): string {
  return `${storeUrl.replace(/\/+$/, '')}/`
}
