/** Counts the tests of a run; finds a browser for them. */
export { findChromium, installedChromium, installedFirefox, NO_CHROMIUM, NO_FIREFOX } from './chromium'
export { CHROMIUM_FLAGS } from './chromium-flags'
export { type Counts, oneTest, skipLines, sum, summary } from './counts'
export { countRun, countTests, vitestArguments } from './test-run'
