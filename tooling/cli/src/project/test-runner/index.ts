/** Runs the tests of a package and counts them; finds a browser for them. */
export { findChromium } from './chromium'
export { CHROMIUM_FLAGS } from './chromium-flags'
export { type Counts, oneTest, skipLines, sum, summary } from './counts'
export { countTests, runTests } from './test-run'
