import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './workspace'

/** What depends on the time zone of the browser, unless it names another one. */
const LOCAL_TIME =
  /\.toLocale(Date|Time)String\(|\.to(Date|Time)String\(|\.get(Hours|Minutes|Date|Day|Month|FullYear|TimezoneOffset)\(|\bnew Date\((\d|[^()]*, )|DateTimeFormat\(|toLocaleString\('sv'/
/** The one clock, and the names of months of dates without a time. */
const ALLOWED = ['shared-ui/src/rows/campaign-time.ts', 'shared-ui/src/view/month-range.ts']
const PRODUCT = /^(shell|shared-auth|shared-ui|large-table|mf-[a-z]+)$/

it('product code takes no time from the time zone of the browser (D49, clock times)', () => {
  const files = readdirSync(ROOT)
    .filter((folder) => PRODUCT.test(folder))
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder, 'src'), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/src/${file}`,
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
  const local = files.filter((file) => LOCAL_TIME.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(local.sort()).toEqual(ALLOWED)
})
