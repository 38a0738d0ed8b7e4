import { describeCsv } from 'tab-testing'
import { report } from './tab'

describeCsv(report)
