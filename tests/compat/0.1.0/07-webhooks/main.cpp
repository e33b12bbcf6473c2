#include "backup.hpp"

int main(int argc, char** argv) {
    return setpoint::run(argc, argv, "backup-operator", "Backs up databases.",
                         backups::add_backup_controller);
}
