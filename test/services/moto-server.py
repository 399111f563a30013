"""Moto, with a memory that outlives it: what changed something is written down before it is answered, and done again at the
next start. Where the journal ends within a line, the line was not answered. Receptions and deletions are not written down:
after a crash, a queue hands out what it had once more.

Kinesis leaves the records of a shard where they are when it is split or merged, puts no more into a closed one, and says
when one is read to its end. Moto does none of that, so it is mended here. So is a queue of which two messages are deleted, or one is
deleted and one is sent, at the same moment: Moto forgets one of the two.

Arguments: port, journal.
"""

import base64
import copy
import io
import json
import os
import sys
import threading
from collections import OrderedDict

from moto.kinesis.models import KinesisBackend, Stream
from moto.kinesis.utils import decompose_shard_iterator
from moto.server import DomainDispatcherApplication, create_backend_app
from moto.sqs.models import Queue
from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler
from werkzeug.test import Client

PORT, JOURNAL = int(sys.argv[1]), sys.argv[2]
WRITES = (
    "CreateQueue",
    "SendMessage",
    "SendMessageBatch",
    "CreateTopic",
    "Subscribe",
    "Publish",
    "PublishBatch",
    "CreateStream",
    "PutRecord",
    "PutRecords",
    "SplitShard",
    "MergeShards",
    "CreateTable",
    "PutItem",
    "UpdateItem",
    "DeleteItem",
)


def leaving_records(change):
    def changed(self, *args):
        before = {id: shard.records for id, shard in self.shards.items()}
        for shard in self.shards.values():
            shard.records = OrderedDict()
        try:
            change(self, *args)
        finally:
            for id, records in before.items():
                self.shards[id].records = records

    return changed


def ending(get_records):
    def got(self, stream_arn, shard_iterator, limit):
        following, records, behind = get_records(self, stream_arn, shard_iterator, limit)
        name, shard_id, _ = decompose_shard_iterator(following)
        shard = self.describe_stream(stream_arn=stream_arn, stream_name=name).get_shard(shard_id)
        rest = get_records(self, stream_arn, following, limit)[1]
        return (following if shard.is_open or rest else None), records, behind

    return got


def among_open(get_shard_for_key):
    def got(self, *args):
        view = copy.copy(self)
        view.shards = {id: shard for id, shard in self.shards.items() if shard.is_open}
        return get_shard_for_key(view, *args)

    return got


messages_change = threading.RLock()


def alone(change):
    def changed(self, *args):
        with messages_change:
            return change(self, *args)

    return changed


Queue.add_message = alone(Queue.add_message)
Queue.delete_message = alone(Queue.delete_message)
Stream.get_shard_for_key = among_open(Stream.get_shard_for_key)
Stream.split_shard = leaving_records(Stream.split_shard)
Stream.merge_shards = leaving_records(Stream.merge_shards)
KinesisBackend.get_records = ending(KinesisBackend.get_records)

moto = DomainDispatcherApplication(create_backend_app)
one_at_a_time = threading.Lock()


def is_write(environ, body):
    target = environ.get("HTTP_X_AMZ_TARGET", "").rpartition(".")[2]
    if target:
        return target in WRITES
    if b"Action=" in body:
        return any(b"Action=%s&" % name.encode() in body + b"&" for name in WRITES)
    return environ["REQUEST_METHOD"] == "PUT"


def app(environ, start_response):
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    environ["wsgi.input"] = io.BytesIO(body)
    if not is_write(environ, body):
        return moto(environ, start_response)
    with one_at_a_time:
        seen = []

        def start(status, headers, exc_info=None):
            seen.append(status)
            return start_response(status, headers, exc_info)

        answer = b"".join(moto(environ, start))
        if seen[-1].startswith("2"):
            remember(environ, body)
    return [answer]


def remember(environ, body):
    headers = {
        name[5:].replace("_", "-"): value for name, value in environ.items() if name.startswith("HTTP_")
    }
    if environ.get("CONTENT_TYPE"):
        headers["Content-Type"] = environ["CONTENT_TYPE"]
    entry = {
        "method": environ["REQUEST_METHOD"],
        "path": environ.get("RAW_URI") or environ["PATH_INFO"],
        "headers": headers,
        "body": base64.b64encode(body).decode(),
    }
    with open(JOURNAL, "a") as journal:
        journal.write(json.dumps(entry) + "\n")


def recall():
    client = Client(moto)
    with open(JOURNAL) as journal:
        for line in journal:
            if not line.endswith("\n"):
                return
            entry = json.loads(line)
            client.open(
                entry["path"],
                method=entry["method"],
                base_url="http://127.0.0.1:%d" % PORT,
                headers=entry["headers"],
                data=base64.b64decode(entry["body"]),
            )


class Handler(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_request(self, *_):
        pass


if os.path.exists(JOURNAL):
    recall()
ThreadedWSGIServer("127.0.0.1", PORT, app, Handler).serve_forever()
