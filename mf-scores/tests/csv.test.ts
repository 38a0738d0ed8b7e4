import { describeCsv } from '@canje/tab-testing'
import { scores } from './tab'

describeCsv(scores)
