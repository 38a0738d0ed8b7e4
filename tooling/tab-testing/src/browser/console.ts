/** A browser's message about a request that failed, in Chromium also about a response with an error status. */
export const RESOURCE_FAILED = /^Failed to load resource: |CORS request did not succeed/

/** A tab's message about a request to the info API without a response. */
export const API_FAILED = /^\w+: Network Error$/

/** Chromium's warning about a preload that a busy machine uses late. */
export const LATE_PRELOAD = /was preloaded using link preload but not used within a few seconds/

/** Firefox's message about the style 'body {}', which Playwright adds when it takes a screenshot. */
export const SCREENSHOT_STYLE = /'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT\+SmwNZWA='/
