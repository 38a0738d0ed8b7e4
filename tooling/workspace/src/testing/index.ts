/** Running tests: one package's, in the browser that there is, in a copy of the repository. */
export { findChromium } from './chromium'
export { CHROMIUM_FLAGS } from './chromium-flags'
export { copyRepository } from './repository-copy'
export { countTests } from './test-run'
