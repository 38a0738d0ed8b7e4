import { describeCsv } from 'tab-testing'
import { report } from './section'

describeCsv(report)
