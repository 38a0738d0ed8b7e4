import { describeCsv } from '@canje/tab-testing'
import { report } from './tab'

describeCsv(report)
