import { describeCsv } from '@canje/tab-testing'
import { tab } from './tab'

describeCsv(tab)
