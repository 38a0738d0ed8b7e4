/** Utilities for tests: counting a package's tests, finding a browser, copying the repository. */
export { findChromium } from './chromium'
export { CHROMIUM_FLAGS } from './chromium-flags'
export { copyRepository } from './repository-copy'
export { countTests } from './test-run'
