import { describeCsv } from '@canje/tab-testing'
import { codes } from './tab'

describeCsv(codes)
