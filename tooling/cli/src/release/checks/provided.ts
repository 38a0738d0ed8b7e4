import * as v from 'valibot'
import type { Finding } from '../findings'

const ProvidedJson = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ modules: v.record(v.string(), v.array(v.string())), props: v.record(v.string(), v.string()) }),
)

/** What a page of a shell gives to a tab: the names of exports by share key, and the kinds of props by path. */
export type Provided = v.InferOutput<typeof ProvidedJson>

/** @param text what the probe shows; undefined when the shell shows no tab at all */
export function parseProvided(text = ''): Provided | undefined {
  const json = v.safeParse(ProvidedJson, text.slice(text.indexOf('{')))
  return json.success ? json.output : undefined
}

/** The note on a shell that cannot be asked what it gives to tabs, so nothing is compared with it. */
export function nothingProvided(label: string): string {
  return `The shell at ${label} does not show what it gives to tabs.`
}

/**
 * Compares what a release uses with what a shell gives to tabs. A release fails where its code uses what is missing, which
 * need not be when it opens.
 *
 * @param uses of the release's manifest; builds of other bundlers do not state it
 * @returns a finding, or none
 */
export function exportsMissing(
  target: string,
  label: string,
  uses: Record<string, string[]> = {},
  { modules }: Provided,
): Finding[] {
  const missing = Object.entries(uses).flatMap(([key, names]) => {
    const given = modules[key]
    // A release has its own copy of shared-ui, for shells with another one.
    if (!given) return key.startsWith('shared-ui@') ? [] : [key]
    return names.filter((name) => !given.includes(name)).map((name) => `${name} of ${key}`)
  })
  if (missing.length === 0) return []
  const message = `${target} uses what the shell at ${label} does not provide: ${missing.join(', ')}.`
  const fix = 'Provide it in that shell, or first release a version of the remote that does not use it.'
  return [{ code: 'export-missing', message, fix }]
}
