package lsp

import "encoding/json"

// The types of the protocol that are used, with their names there.
type (
	position struct {
		Line      int `json:"line"`
		Character int `json:"character"`
	}
	textRange struct {
		Start position `json:"start"`
		End   position `json:"end"`
	}
	location struct {
		URI   string    `json:"uri"`
		Range textRange `json:"range"`
	}
	textEdit struct {
		Range   textRange `json:"range"`
		NewText string    `json:"newText"`
	}

	initializeParams struct {
		Capabilities struct {
			Workspace struct {
				DidChangeWatchedFiles struct {
					DynamicRegistration bool `json:"dynamicRegistration"`
				} `json:"didChangeWatchedFiles"`
			} `json:"workspace"`
		} `json:"capabilities"`
		InitializationOptions json.RawMessage `json:"initializationOptions"`
	}

	textDocument struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
		Text    string `json:"text"` // of didOpen
	}
	documentParams struct {
		TextDocument   textDocument `json:"textDocument"`
		ContentChanges []struct {
			Text string `json:"text"`
		} `json:"contentChanges"`
	}
	positionParams struct {
		TextDocument textDocument `json:"textDocument"`
		Position     position     `json:"position"`
		Context      struct {
			IncludeDeclaration bool `json:"includeDeclaration"`
		} `json:"context"` // of references
	}
	actionParams struct {
		TextDocument textDocument `json:"textDocument"`
		Range        textRange    `json:"range"`
	}
	symbolParams struct {
		Query string `json:"query"`
	}
	watchedParams struct {
		Changes []struct {
			URI string `json:"uri"`
		} `json:"changes"`
	}

	diagnostic struct {
		Range              textRange     `json:"range"`
		Severity           int           `json:"severity"`
		Code               string        `json:"code"`
		Source             string        `json:"source"`
		Message            string        `json:"message"`
		RelatedInformation []relatedInfo `json:"relatedInformation,omitempty"`
	}
	relatedInfo struct {
		Location location `json:"location"`
		Message  string   `json:"message"`
	}
	publishParams struct {
		URI         string       `json:"uri"`
		Version     *int         `json:"version,omitempty"` // of an open document
		Diagnostics []diagnostic `json:"diagnostics"`
	}

	codeAction struct {
		Title       string        `json:"title"`
		Kind        string        `json:"kind"`
		Diagnostics []diagnostic  `json:"diagnostics"`
		IsPreferred bool          `json:"isPreferred"`
		Edit        workspaceEdit `json:"edit"`
	}
	workspaceEdit struct {
		Changes map[string][]textEdit `json:"changes"`
	}
	codeLens struct {
		Range   textRange `json:"range"`
		Command command   `json:"command"`
	}
	command struct {
		Title   string `json:"title"`
		Command string `json:"command"`
	}
	symbolInformation struct {
		Name          string   `json:"name"`
		Kind          Kind     `json:"kind"`
		Location      location `json:"location"`
		ContainerName string   `json:"containerName,omitempty"`
	}
	hover struct {
		Contents markup `json:"contents"`
	}
	markup struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	}
	completionList struct {
		IsIncomplete bool             `json:"isIncomplete"`
		Items        []completionItem `json:"items"`
	}
	completionItem struct {
		Label         string   `json:"label"`
		Kind          int      `json:"kind"`
		Detail        string   `json:"detail,omitempty"`
		Documentation string   `json:"documentation,omitempty"`
		SortText      string   `json:"sortText"`
		FilterText    string   `json:"filterText"`
		TextEdit      textEdit `json:"textEdit"`
	}
)

// capabilities is what the server can do: whole texts are synchronised.
const capabilities = `{
	"textDocumentSync": { "openClose": true, "change": 1, "save": {} },
	"definitionProvider": true, "referencesProvider": true, "hoverProvider": true,
	"documentSymbolProvider": true, "workspaceSymbolProvider": true,
	"codeLensProvider": {}, "codeActionProvider": { "codeActionKinds": ["quickfix"] },
	"completionProvider": { "triggerCharacters": ["{", ".", "\"", "'", " ", ":", "-"] }
}`

// watching asks the client to report changes of files on the disk.
const watching = `{ "registrations": [{ "id": "files", "method": "workspace/didChangeWatchedFiles", "registerOptions": {
	"watchers": [{ "globPattern": "**/*.{js,mjs,ts,mts,json,yml,yaml,sql}" }] } }] }`
