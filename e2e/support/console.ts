/** Chromium's report of a request that was lost or answered with an error status. */
export const RESOURCE_LOST = /^Failed to load resource: /

/** The shell's report of a remote that did not load, for a person and for a collector. */
export const REMOTE_LOST =
  /^(Error: No release of mf-\S+ is left\.|Canje: \{"type":"(fallback|tab-failed|releases-refused)",)/

/** A tab's report of a call to the info API that got no answer. */
export const API_LOST = /^\w+: Network Error$/

/** The shell's report of a registry that did not answer. */
export const REGISTRY_LOST = /^Error: The registry at \S+ answered 503/

/** The shell's report of a configuration that did not answer. */
export const CONFIG_LOST = /^Error: \/config\.json answered 503/

/** What the browser, React and the shell say of the faults that the tests bring about. */
export const FAULT_NAMED = [
  RESOURCE_LOST,
  REMOTE_LOST,
  /^RegistryRefused: The registry at /,
  /^TypeError: Failed to fetch/,
  /^http\S+\/reports cannot be reached/,
  /^Failed to find a valid digest in the 'integrity' attribute/,
  /^(%o\s+)?(%s\s+)?Error: mala\b/,
]
