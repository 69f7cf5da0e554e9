#pragma once

#include "host/record.h"

namespace gb10 {

/// There is nothing to choose yet.

/// `record` without what tells who or which machine this is: serial numbers, UUIDs, GUIDs, MACs,
/// addresses, names of hosts, users, devices and Wi-Fi networks, tokens, keys, passwords, e-mail
/// addresses, and in command lines the names of folders and files that a person chose. One secret
/// has one pseudonym everywhere: in contents, paths, links, programs' questions and answers, and
/// the GPU's. Pseudonyms keep what judging needs: addresses of one network stay in one network, and
/// a path stays the path of its file. Redacting twice is redacting once.
Record redacted(const Record& record);

}  // namespace gb10
