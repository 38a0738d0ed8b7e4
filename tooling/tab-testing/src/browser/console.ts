/** Chromium's message about a request that failed, or whose response has an error status. */
export const RESOURCE_FAILED = /^Failed to load resource: /

/** A tab's message about a request to the info API without a response. */
export const API_FAILED = /^\w+: Network Error$/

/** Chromium's warning about a preload that a busy machine uses late. */
export const LATE_PRELOAD = /was preloaded using link preload but not used within a few seconds/
