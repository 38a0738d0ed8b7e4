import config from './playwright.config'

/** Takes the screenshots of the README: `npm run screenshots -w e2e`. */
export default { ...config, testDir: './screenshots', workers: 1 }
