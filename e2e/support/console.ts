import { API_FAILED, RESOURCE_FAILED } from '@canje/tab-testing/browser'

export { API_FAILED, RESOURCE_FAILED }

/** The shell's messages about a remote that did not load: the error, and the telemetry event. */
export const REMOTE_FAILED =
  /^(Error: (No release of mf-\S+ is left|mf-\S+ \S+ \(\S+\) cannot be used)\.|Canje: \{"type":"(fallback|tab-failed|extension-failed|state-refused|state-slow)",)/

/** The shell's message about an unavailable state. */
export const STATE_FAILED = /^Error: \S+\/live\.json responded with 503/

/** The shell's message about an unavailable configuration. */
export const CONFIG_FAILED = /^Error: \/config\.json responded with 503/

/** Chromium's messages about a file with another hash than expected, in an element and in a fetch. */
export const INTEGRITY_FAILED =
  /^(Failed to find a valid digest in the 'integrity' attribute|Fetch API cannot load \S+ SRI's integrity checks failed)/

/** Messages of the browser, React and the shell about the faults that tests inject. */
export const INJECTED_FAULTS = [
  RESOURCE_FAILED,
  REMOTE_FAILED,
  /^StateRefused: /,
  /^LostResponseError: /,
  /^Canje: \{.*"undelivered":/,
  INTEGRITY_FAILED,
  // A tab that opens loads code again that has thrown at its press.
  /^\[ Federation Runtime \]: The remote "mf-\S+" is already registered\./,
  /^(%o\s+)?(%s\s+)?Error: mala\b/,
]
