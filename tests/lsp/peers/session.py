"""A session of an editor with pygls: opens, breaks, mends, renames and closes files of a new application, and ends the server.

Arguments: the program, the folder of the application.
"""

import asyncio
import sys
from pathlib import Path

from lsprotocol import types
from pygls.lsp.client import LanguageClient

program, folder = sys.argv[1], Path(sys.argv[2])
client = LanguageClient("session", "1")
published = {}
changed = asyncio.Condition()
versions = {}


@client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
async def told(params: types.PublishDiagnosticsParams):
    async with changed:
        published[params.uri] = params
        changed.notify_all()


@client.feature(types.CLIENT_REGISTER_CAPABILITY)
def register(params: types.RegistrationParams):
    return None


def uri(name):
    return (folder / name).as_uri()


def open_file(name):
    versions[name] = 1
    client.text_document_did_open(types.DidOpenTextDocumentParams(
        types.TextDocumentItem(uri(name), "typescript", 1, (folder / name).read_text())))


def change(name, text):
    versions[name] += 1
    client.text_document_did_change(types.DidChangeTextDocumentParams(
        types.VersionedTextDocumentIdentifier(versions[name], uri(name)), [types.TextDocumentContentChangeWholeDocument(text)]))


async def of(name, count=None):
    """Waits for what is wrong in the version of a document that is open."""
    def there():
        found = published.get(uri(name))
        return found and found.version == versions[name] and (count is None or len(found.diagnostics) == count)
    async with changed:
        await asyncio.wait_for(changed.wait_for(there), 30)
    return list(published[uri(name)].diagnostics)


async def main():
    await client.start_io(program, "lsp")
    begun = await client.initialize_async(types.InitializeParams(types.ClientCapabilities(
        workspace=types.WorkspaceClientCapabilities(
            did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)))))
    assert begun.server_info.name == "fwrun"
    client.initialized(types.InitializedParams())
    controller, service, renamed = "tasks/task-controller.ts", "tasks/task-service.ts", "tasks/renamed.ts"
    before = (folder / controller).read_text()
    open_file(controller)
    assert (found := await of(controller)) == [], found

    change(controller, before.replace("TaskService)", "TaskServize)"))
    broken = await of(controller)
    assert len(broken) == 1 and broken[0].source == "fwrun" and broken[0].severity == types.DiagnosticSeverity.Error, broken
    document = types.TextDocumentIdentifier(uri(controller))
    actions = await client.text_document_code_action_async(types.CodeActionParams(document, broken[0].range, types.CodeActionContext(broken)))
    assert actions is not None
    change(controller, before)
    assert (found := await of(controller)) == [], found
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    assert any(s.name == "TaskController" for s in symbols), symbols
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(document))
    assert any(lens.command.title.startswith("GET /tasks") for lens in lenses), lenses

    open_file(service)
    assert await of(service) == []
    (folder / service).rename(folder / renamed)
    client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri(service))))
    open_file(renamed)
    await of(controller, 1)
    change(controller, before.replace("./task-service", "./renamed"))
    assert (found := await of(controller)) == [], found
    for name in (controller, renamed):
        client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri(name))))
    assert await client.shutdown_async(None) is None
    client.exit(None)
    await client.stop()
    print("done")


asyncio.run(main())
