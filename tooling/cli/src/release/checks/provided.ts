import * as v from 'valibot'
import type { Finding } from '../findings'

const ProvidedJson = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.array(v.string())))

/** The modules that a page of a shell gives to a tab: the names of exports by share key. */
export type Provided = v.InferOutput<typeof ProvidedJson>

/** @param text what the probe shows; undefined when the shell shows no tab at all */
export function parseProvided(text: string | undefined): Provided | undefined {
  const json = v.safeParse(ProvidedJson, text)
  return json.success ? json.output : undefined
}

/**
 * Compares what a release uses with what a shell gives to tabs. A release fails where its code uses what is missing, which
 * need not be when it opens.
 *
 * @param uses of the release's manifest; builds of other bundlers do not state it
 * @param provided undefined for a shell that shows no tab, which is a finding of its own
 * @returns a finding, or none
 */
export function exportsMissing(
  target: string,
  url: string,
  uses: Record<string, string[]> = {},
  provided: Provided | undefined,
): Finding[] {
  if (!provided) return []
  const missing = Object.entries(uses).flatMap(([key, names]) => {
    const given = provided[key]
    // A release has its own copy of shared-ui, for shells with another one.
    if (!given) return key.startsWith('shared-ui@') ? [] : [key]
    return names.filter((name) => !given.includes(name)).map((name) => `${name} of ${key}`)
  })
  if (missing.length === 0) return []
  const message = `${target} uses what the shell at ${url} does not provide: ${missing.join(', ')}.`
  const fix = 'Provide it in that shell, or first release a version of the remote that does not use it.'
  return [{ code: 'export-missing', message, fix }]
}
