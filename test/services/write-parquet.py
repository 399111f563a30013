"""Writes a table of all types: in every compression and both versions of pages, without a dictionary, and with old times."""

import datetime as dt
import decimal as de
import sys

import pyarrow as pa
import pyarrow.parquet as pq

out, n = sys.argv[1], int(sys.argv[2])
t=pa.table({
 'id': pa.array(range(n),pa.int32()),
 'big': pa.array([2**63-1-i for i in range(n)],pa.int64()),
 'u64': pa.array([2**64-1-i if i%3==0 else i for i in range(n)],pa.uint64()),
 'u32': pa.array([2**32-1-i for i in range(n)],pa.uint32()),
 'i8': pa.array([-i%100 for i in range(n)],pa.int8()),
 'flag': pa.array([None if i%5==4 else i%2==0 for i in range(n)]),
 'f': pa.array([i/2 for i in range(n)],pa.float64()),
 'f32': pa.array([i/4 for i in range(n)],pa.float32()),
 'half': pa.array([i/8 for i in range(n)],pa.float16()),
 'text': pa.array([None if i%4==3 else f'näme {i%7}' for i in range(n)]),
 'bin': pa.array([bytes([i%256,0,255]) for i in range(n)],pa.binary()),
 'fix': pa.array([bytes([i%256]*4) for i in range(n)],pa.binary(4)),
 'dec': pa.array([de.Decimal(f'{i}.15') for i in range(n)],pa.decimal128(12,2)),
 'dec0': pa.array([de.Decimal(10**17+i) for i in range(n)],pa.decimal128(20,0)),
 'date': pa.array([dt.date(2024,1,1)+dt.timedelta(days=i%300) for i in range(n)]),
 'tms': pa.array([1700000000123+i for i in range(n)],pa.timestamp('ms')),
 'tus': pa.array([1700000000123456+i for i in range(n)],pa.timestamp('us',tz='UTC')),
 'tns': pa.array([1700000000123456789+i for i in range(n)],pa.timestamp('ns',tz='UTC')),
 'time': pa.array([1000*i for i in range(n)],pa.time64('us')),
 'list': pa.array([None if i%4==0 else [] if i%4==1 else [i,None,i+1] for i in range(n)],pa.list_(pa.int64())),
 'll': pa.array([[[f'a{i}'],[],None] if i%2 else [] for i in range(n)],pa.list_(pa.list_(pa.string()))),
 'map': pa.array([[('k',i),('__proto__',i)] if i%2 else None for i in range(n)],pa.map_(pa.string(),pa.int64())),
 'st': pa.array([{'a':i,'b':{'c':str(i),'d':[dt.date(2024,1,1)]}} if i%3 else None for i in range(n)],pa.struct([('a',pa.int64()),('b',pa.struct([('c',pa.string()),('d',pa.list_(pa.date32()))]))])),
 '__proto__': pa.array(range(n),pa.int32()),
 'keys': pa.array([{'__proto__':i,'constructor':{'__proto__':str(i)}} for i in range(n)],pa.struct([('__proto__',pa.int64()),('constructor',pa.struct([('__proto__',pa.string())]))])),
 'ls': pa.array([[{'x':i,'y':None},None] if i%2 else None for i in range(n)],pa.list_(pa.struct([('x',pa.int64()),('y',pa.string())]))),
})
for c in ['none','snappy','gzip','brotli','zstd','lz4']:
    for v in ['1.0','2.0']:
        pq.write_table(t,f'{out}/{c}-{v}.parquet',compression=c,data_page_version=v,row_group_size=max(1,n//3),coerce_timestamps=None)
pq.write_table(t,f'{out}/plain.parquet',use_dictionary=False,row_group_size=max(1,n//3))
pq.write_table(t.drop(['tns']),f'{out}/int96.parquet',use_deprecated_int96_timestamps=True)
