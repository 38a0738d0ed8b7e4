/** Chromium's report of a request that was lost or answered with an error status. */
export const RESOURCE_LOST = /^Failed to load resource: /

/** The report of a remote whose entry or chunk was lost: by the federation runtime, the bundler's, and the shell's. */
export const REMOTE_LOST =
  /^(Error: \[ Federation Runtime \]: Failed to load script resources|ChunkLoadError: |Error: mf-\S+ \S+ \(\S+\) did not load in)/

/** A tab's report of a call to the info API that got no answer. */
export const API_LOST = /^Network Error$/

/** The shell's report of a registry that did not answer. */
export const REGISTRY_LOST = /^Error: The registry at \S+ answered 503/

/** The shell's report of a configuration that did not answer. */
export const CONFIG_LOST = /^Error: \/config\.json answered 503/
